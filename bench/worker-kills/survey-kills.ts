import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSandbox } from '../../lab/sandbox/open.ts'
import type { LoggedRequest } from '../../lab/sandbox/server/access-log.ts'
import { readSites } from '../../lab/sandbox/site/sites.ts'
import { networkFlags, runTowline, startWorkers } from '../harness/workers.ts'
import { disturb, notedBreaks, untilDone } from './disturb.ts'
import type { Finding, KillRun } from './kill-run.ts'
import { type Break, mostAtOnce, sameHostAtOnce } from './turns.ts'
import { findStays, findVisits } from './visits.ts'

/**
 * Places at an address: a request takes the sandbox's servers a moment, so that they see two at once where they are let, and
 * seldom three.
 */
const PER_ADDRESS = 1
/** Of each kind of site: fewer than the workers visit sites at once, so that the limit binds. */
const ADDRESSES = 2

/** The sandbox is surveyed; each site is to be recorded once, and as what it is. */
export async function surveyKills(
  run: KillRun,
  { sites, sitesPerJob }: { readonly sites: number; readonly sitesPerJob: number },
): Promise<Finding[]> {
  const { server, workerCount, folder, say } = run
  const zoo = readSites().length
  await using sandbox = await openSandbox({
    ...{ sites: zoo + sites, clients: workerCount, accessLog: true, replicaAddresses: ADDRESSES },
  })
  const listFile = join(folder, 'list.csv')
  const healthy = sandbox.sites.slice(zoo).map(({ domain }) => `${domain}\n`)
  await writeFile(listFile, healthy.join(''))
  await using workers = startWorkers({
    ...{ sandbox, folder, url: server.url, count: workerCount },
    flags: ['--takes', 'survey', '--concurrency', '32', '--per-address', String(PER_ADDRESS)],
  })
  await workers.ready()
  await runTowline(sandbox, server.url, [
    ...['jobs', 'add', 'survey', '--list', listFile, ...networkFlags(sandbox)],
    ...['--sites-per-job', String(sitesPerJob)],
  ])
  const done = async (): Promise<number> => {
    const [row] = await server.tryQuery("SELECT count(*) AS done FROM survey_sites WHERE state = 'done'")
    return Number(row?.done ?? 0)
  }
  const breaks: Break[] = []
  const noted = notedBreaks({ server, workers, clients: sandbox.clients }, breaks)
  const work = { ...run, ...noted, total: sites, done, momentMs: 500 }
  await disturb(work)
  // A job whose worker was killed behind its last site is tried again, and finds nothing left to do.
  await untilDone(work)
  const findings = [...(await checkSurvey(run, sites)), ...checkLimits(await sandbox.requests(), breaks)]
  if (findings.some(({ holds }) => !holds)) for (const line of await workers.lastWarnings(20)) say(line)
  return findings
}

/** What the servers saw of the limits over all workers. */
function checkLimits(requests: readonly LoggedRequest[], breaks: readonly Break[]): Finding[] {
  const stays = findStays(requests, breaks)
  const meetings = [...mostAtOnce(stays).values()]
  const crowded = meetings.filter((meeting) => meeting.length > PER_ADDRESS)
  const most = Math.max(0, ...meetings.map((meeting) => meeting.length))
  const shared = Map.groupBy(stays, ({ addresses }) => String(addresses))
  const workersAt = [...shared.values()].map((at) => new Set(at.flatMap(({ clients }) => clients)).size)
  const doubled = sameHostAtOnce(findVisits(requests, breaks))
  return [
    {
      promise: 'one at a site at once',
      holds: doubled.length === 0,
      detail: `${doubled.length} visits met at a site ${JSON.stringify(doubled.slice(0, SHOWN))}`,
    },
    {
      promise: `at most ${PER_ADDRESS} at an address at once`,
      holds: crowded.length === 0,
      detail: `at most ${most} over all workers, in ${stays.length} stays at ${meetings.length} addresses, ${workersAt.filter((n) => n > 1).length} of them by several ${JSON.stringify(crowded.slice(0, SHOWN))}`,
    },
  ]
}

const SHOWN = 5

async function checkSurvey({ server }: KillRun, sites: number): Promise<Finding[]> {
  const [survey] = await server.query('SELECT state, sites FROM surveys')
  const [done] = await server.query("SELECT count(*) AS sites FROM survey_sites WHERE state = 'done'")
  const jobs = await server.query(
    'SELECT state::text AS state, count(*) AS jobs, max(retry_count) AS retries FROM towline_jobs.job GROUP BY 1',
  )
  const [twice] = await server.query(
    `SELECT count(*) AS sites FROM (SELECT rank FROM operations WHERE operation = 'dns' AND hop = 0
       GROUP BY survey_id, rank, host HAVING count(*) > 1) AS repeated`,
  )
  const [without] = await server.query(
    `SELECT count(*) AS sites FROM survey_sites WHERE NOT EXISTS
       (SELECT 1 FROM operations WHERE operations.survey_id = survey_sites.survey_id AND operations.rank = survey_sites.rank)`,
  )
  const unreachable = await server.query(
    'SELECT domain, failure, detail, worker_deaths FROM survey_sites WHERE NOT reachable',
  )
  return [
    {
      promise: 'nothing lost',
      holds: survey?.state === 'finished' && Number(done?.sites) === sites && jobs.length === 1,
      detail: `${done?.sites} of ${sites} sites, survey ${survey?.state}, jobs ${JSON.stringify(jobs)}`,
    },
    { promise: 'nothing twice', holds: Number(twice?.sites) === 0, detail: `${twice?.sites} sites twice` },
    {
      promise: 'nothing made up',
      holds: Number(without?.sites) === 0 && unreachable.length === 0,
      detail: `${without?.sites} sites without a request, unreachable: ${JSON.stringify(unreachable)}`,
    },
  ]
}
