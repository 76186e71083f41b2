import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../db/connection/open.ts'
import { createPlayedSurvey, type Playback } from './playback.ts'

/** Tells a writer what to play back; it writes `sitesPerWrite` sites in a transaction. */
export interface WriterOrder extends Omit<Playback, 'signal'> {
  readonly recorded: string
  readonly database: string
  readonly surveyId: number
  readonly owner: string
  readonly sitesPerWrite: number
}

export interface WritersRun {
  readonly writers: number
  readonly sitesPerS: number
  /** User and system time of the whole machine, the database's server included. */
  readonly cpuMsPerSite: number
}

/** As a survey does. */
const SITES_PER_WRITE = 100

/** Has so many processes write one survey. @throws Error where one of them fails, or a site is missing. */
export async function measureWriters(
  writers: number,
  options: Playback & { readonly recorded: string; readonly database: string },
): Promise<WritersRun> {
  const { database, sites, signal, ...rest } = options
  await using db = await openDatabase({ url: database })
  const surveyId = await createPlayedSurvey(db, options)
  const children = await Promise.all(
    Array.from({ length: writers }, async (_, index) => {
      const order: WriterOrder = {
        ...{ ...rest, database, sites, surveyId },
        ...{ owner: `writer-${index}`, sitesPerWrite: SITES_PER_WRITE },
      }
      const child = fork(join(import.meta.dirname, 'writer-main.ts'), [JSON.stringify(order)], { signal })
      await once(child, 'message')
      return child
    }),
  )
  const [startMs, startCpuMs] = [performance.now(), busyMs()]
  const written = await Promise.all(
    children.map(async (child) => {
      const said = once(child, 'message') as Promise<[number]>
      const failed = once(child, 'exit').then(([code]) => {
        if (code !== 0) throw new Error(`a writer of ${writers} ended with ${code}`)
      })
      child.send('start')
      await Promise.race([said, failed])
      return (await said)[0]
    }),
  )
  const [wallMs, cpuMs] = [performance.now() - startMs, busyMs() - startCpuMs]
  const all = written.reduce((sum, one) => sum + one, 0)
  if (all !== sites) throw new Error(`${writers} writers wrote ${all} of ${sites} sites`)
  return { writers, sitesPerS: (1_000 * sites) / wallMs, cpuMsPerSite: cpuMs / sites }
}

function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0)
}
