import { setTimeout as sleep } from 'node:timers/promises'
import { busyFractions, cpuTimes } from '../../crawler/process/cpu-share.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import type { PostgresServer } from '../harness/postgres-server.ts'
import { networkFlags, runTowline, startWorkers } from '../harness/workers.ts'

/** One survey by so many workers. */
export interface TimedSurvey {
  readonly workers: number
  readonly sites: number
  /** Sites that answered. */
  readonly reached: number
  /** From the start of the first visit to the end of the survey. */
  readonly wallMs: number
  /** Share of all cores that was busy meanwhile, with the servers and the link; null where it is unknown. */
  readonly busyFraction: number | null
}

export interface TimedSurveyOptions {
  readonly sandbox: Sandbox
  readonly server: PostgresServer
  readonly listFile: string
  readonly folder: string
  readonly workers: number
  /** Sites that each of them visits at once. */
  readonly concurrency: number
  readonly signal: AbortSignal
}

/** Few, so that no worker waits long for the last job of another. */
const SITES_PER_JOB = 4
const LOOK_EVERY_MS = 100

/** Surveys the list with workers that were started for it and are ready when it is added. */
export async function timedSurvey(options: TimedSurveyOptions): Promise<TimedSurvey> {
  const { sandbox, server, listFile, folder, concurrency, signal } = options
  await using workers = startWorkers({
    ...{ sandbox, folder, url: server.url, count: options.workers },
    flags: ['--takes', 'survey', '--concurrency', String(concurrency), '--per-address', '256'],
  })
  await workers.ready()
  const before = cpuTimes(null)
  await runTowline(sandbox, server.url, [
    ...['jobs', 'add', 'survey', '--list', listFile, ...networkFlags(sandbox)],
    ...['--sites-per-job', String(SITES_PER_JOB)],
  ])
  const unfinished = "SELECT 1 FROM surveys WHERE state <> 'finished'"
  while ((await server.query(unfinished)).length > 0) await sleep(LOOK_EVERY_MS, undefined, { signal })
  const { busy } = busyFractions(before, cpuTimes(null))
  await workers.drain()
  const [row] = await server.query(
    `SELECT count(*) AS sites, count(*) FILTER (WHERE reachable) AS reached, min(visited_at) AS started, finished_at
     FROM survey_sites JOIN surveys ON surveys.id = survey_id WHERE survey_id = (SELECT max(id) FROM surveys)
     GROUP BY finished_at`,
  )
  return {
    workers: options.workers,
    sites: Number(row?.sites),
    reached: Number(row?.reached),
    wallMs: Date.parse(String(row?.finished_at)) - Date.parse(String(row?.started)),
    busyFraction: busy,
  }
}
