import { rm } from 'node:fs/promises'
import { openDatabase } from '../../db/connection/open.ts'
import { claimSites, freeAbandoned, releaseSites } from '../../db/survey/site-leases.ts'
import { surveyProgress } from '../../db/survey/survey-sites.ts'
import { latenciesOf } from '../server/latencies.ts'
import { serveProcess } from '../server/serve-process.ts'
import { measuredCommand } from './measured-command.ts'
import { createPlayedSurvey } from './playback.ts'

/** A figure beside what it has to be; `limit` null: none is wanted. */
export interface ScaleFigure {
  readonly name: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'MiB' | 'kB'
  readonly limit: number | null
}

export interface ScaleOptions {
  readonly database: string
  /** Sites of the two surveys. */
  readonly sites: number
  readonly surveyIds: readonly [before: number, after: number]
  readonly seed: number
  readonly toolVersion: string
  readonly signal: AbortSignal
  readonly say: (figure: ScaleFigure) => void
}

/** Requests of each address of the dashboard. */
const REQUESTS = 20

/** Times what a survey of so many sites is for. */
export async function measureScale(options: ScaleOptions): Promise<void> {
  const { database, surveyIds, signal, say } = options
  const [before, after] = surveyIds.map(String) as [string, string]
  await measureStart(options)
  const command = async (name: string, args: readonly string[], limitS: number, limitMiB: number | null) => {
    const { wallMs, peakMiB } = await measuredCommand([...args, '--database', database], signal)
    say({ name, value: wallMs / 1_000, unit: 's', limit: limitS })
    if (peakMiB !== null) say({ name: `${name}: memory`, value: peakMiB, unit: 'MiB', limit: limitMiB })
  }
  await command('survey show --limit 20', ['survey', 'show', after, '--limit', '20'], 2, null)
  await command('survey summary', ['survey', 'summary', after], 2, null)
  await command('survey diff', ['survey', 'diff', before, after], 30, 286)
  await measureServer(options)
}

/** Times the data set of the one survey that is in the database; it is deleted. */
export async function measureRelease({
  database,
  signal,
  say,
}: Pick<ScaleOptions, 'database' | 'signal' | 'say'>): Promise<void> {
  const folder = `${database}.release`
  const args = ['release', '--out', folder, '--csv', 'none', '--database', database]
  const { wallMs, peakMiB } = await measuredCommand(args, signal)
  say({ name: 'release of one survey', value: wallMs / 1_000, unit: 's', limit: 60 })
  if (peakMiB !== null) say({ name: 'release: memory', value: peakMiB, unit: 'MiB', limit: null })
  await rm(folder, { recursive: true })
}

/** A list that is read in, and how soon after a kill a run has its first sites again. */
async function measureStart({
  database,
  sites,
  seed,
  toolVersion,
  signal,
  say,
}: ScaleOptions): Promise<void> {
  const timed = async <T>(
    work: () => Promise<T>,
  ): Promise<{ readonly seconds: number; readonly result: T }> => {
    const startMs = performance.now()
    return { result: await work(), seconds: (performance.now() - startMs) / 1_000 }
  }
  const create = () =>
    timed(async () => {
      await using db = await openDatabase({ url: database })
      const created = { sites, month: 0, seed, toolVersion, withOperations: false, signal }
      return await createPlayedSurvey(db, created)
    })
  const created = await create()
  say({ name: 'list read in', value: created.seconds, unit: 's', limit: 5 })
  const lease = { surveyId: created.result, owner: 'bench-scale', leaseMs: 60_000 }
  const resumed = await timed(async () => {
    await using db = await openDatabase({ url: database })
    await surveyProgress(db, lease.surveyId)
    await freeAbandoned(db, lease.surveyId, () => 'ended')
    const claimed = await claimSites(db, lease, 64)
    await releaseSites(
      db,
      lease,
      claimed.map(({ rank }) => rank),
    )
  })
  say({ name: 'opened again until sites are leased', value: resumed.seconds, unit: 's', limit: 5 })
}

async function measureServer({ database, surveyIds, signal, say }: ScaleOptions): Promise<void> {
  await using server = await serveProcess(database)
  const ask = async (path: string): Promise<number> => {
    const startMs = performance.now()
    const response = await fetch(`${server.url}/api/v1${path}`, { signal })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
    return performance.now() - startMs
  }
  const pages = {
    overview: ['/meta', '/defaults', '/adoption/trend', `/surveys/${surveyIds[1]}/adoption`],
    Sites: ['/sites?pageSize=50&sort=rank', `/surveys/${surveyIds[1]}/sites?pageSize=50`],
  }
  for (const [name, paths] of Object.entries(pages)) {
    const times: number[] = []
    for (const path of paths) {
      say({ name: `${name}, first: ${path}`, value: await ask(path), unit: 'ms', limit: null })
      for (let request = 0; request < REQUESTS; request += 1) times.push(await ask(path))
    }
    say({ name: `${name}, p95`, value: latenciesOf(times).p95Ms, unit: 'ms', limit: 100 })
  }
  const peakMiB = server.peakMiB()
  if (peakMiB !== null) say({ name: 'server: memory', value: peakMiB, unit: 'MiB', limit: 286 })
}
