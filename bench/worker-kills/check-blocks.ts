import type { LoggedRequest } from '../../lab/sandbox/server/access-log.ts'
import type { PostgresServer } from '../harness/postgres-server.ts'
import type { Finding } from './kill-run.ts'
import { type Break, findTurns, mostAtOnce, type RecordedLoad, sameHostAtOnce } from './turns.ts'

export interface BlockCheck {
  readonly server: PostgresServer
  /** How many there should be. */
  readonly blocks: number
  /** Of the campaigns, as the servers saw them. */
  readonly requests: readonly LoggedRequest[]
  readonly breaks: readonly Break[]
  readonly perAddress: number
}

const SHOWN = 5

/** Reads from the database and from the servers' logs whether each promise was kept. */
export async function checkBlocks(check: BlockCheck): Promise<Finding[]> {
  const { server, requests, breaks, perAddress } = check
  const loads = await recordedLoads(server)
  const { turns, unseen } = findTurns(loads, requests, breaks)
  const recorded = turns.filter(({ block }) => block !== null)
  const byTwo = recorded.filter(({ clients }) => clients.length > 1).map(({ block }) => block)
  const owners = await server.query(
    `SELECT campaign_id, round, site FROM samples WHERE role <> 'discovery'
     GROUP BY 1, 2, 3 HAVING count(DISTINCT owner) > 1`,
  )
  const used = new Set(recorded.flatMap(({ clients }) => clients))
  const meetings = [...mostAtOnce(turns).values()]
  const crowded = meetings.filter((meeting) => meeting.length > perAddress)
  const most = Math.max(0, ...meetings.map((meeting) => meeting.length))
  const doubled = sameHostAtOnce(turns)
  return [
    await lost(check),
    await twice(server, unseen),
    {
      promise: 'arms of a block on one worker',
      holds: byTwo.length === 0 && owners.length === 0,
      detail: `${owners.length} blocks of two owners, ${byTwo.length} from two addresses ${some(byTwo)}; ${recorded.length} turns by ${used.size} workers recorded, ${turns.length - recorded.length} others broken off or beside a discovery`,
    },
    {
      promise: 'one at a site at once',
      holds: doubled.length === 0,
      detail: `${doubled.length} turns met at a site ${some(doubled)}`,
    },
    {
      promise: `at most ${perAddress} at an address at once`,
      holds: crowded.length === 0,
      detail: `at most ${most} over all workers ${some(crowded)}`,
    },
  ]
}

async function lost({ server, blocks }: BlockCheck): Promise<Finding> {
  const jobs = await server.query(
    `SELECT state::text AS state, count(*) AS jobs, max(retry_count) AS retries FROM towline_jobs.job
     WHERE name LIKE 'campaign/%' GROUP BY 1`,
  )
  const campaigns = await server.query("SELECT id, state FROM campaigns WHERE state <> 'finished'")
  const notValid = await server.query(
    `SELECT state, reason, min(detail) AS detail, count(*) AS samples FROM samples WHERE state <> 'valid' GROUP BY 1, 2`,
  )
  const [done] = jobs
  const isWhole = jobs.length === 1 && done?.state === 'completed' && Number(done.jobs) === blocks
  return {
    promise: 'nothing lost',
    holds: isWhole && campaigns.length === 0 && notValid.length === 0,
    detail: `${JSON.stringify(jobs)} of ${blocks} blocks, ${campaigns.length} campaigns open, samples that are not valid: ${JSON.stringify(notValid)}`,
  }
}

/** A load beside the schedule that is there twice was of a block that was recorded twice, or in part. */
async function twice(server: PostgresServer, unseen: readonly RecordedLoad[]): Promise<Finding> {
  const doubled = await server.query(
    'SELECT 1 FROM samples GROUP BY campaign_id, site, round, arm, role HAVING count(*) > 1',
  )
  const [scheduled] = await server.query("SELECT count(*) AS samples FROM samples WHERE role = 'sample'")
  const [summed] = await server.query(
    `SELECT sum((output->>'samples')::integer) AS samples FROM towline_jobs.job WHERE name LIKE 'campaign/%'`,
  )
  const isOnce = Number(scheduled?.samples) === Number(summed?.samples)
  return {
    promise: 'nothing twice',
    holds: doubled.length === 0 && isOnce && unseen.length === 0,
    detail: `${summed?.samples} samples by the jobs, ${scheduled?.samples} scheduled, ${doubled.length} recorded twice, ${unseen.length} that no server saw ${some(unseen)}`,
  }
}

async function recordedLoads(server: PostgresServer): Promise<RecordedLoad[]> {
  const rows = await server.query(
    `SELECT samples.campaign_id, samples.round, samples.role, domain, started_at, wall_ms FROM samples
     JOIN campaign_sites ON campaign_sites.campaign_id = samples.campaign_id AND campaign_sites.site = samples.site
     WHERE started_at IS NOT NULL AND wall_ms IS NOT NULL`,
  )
  return rows.map((row) => {
    const startMs = Date.parse(String(row.started_at))
    const when = row.role === 'discovery' ? 'discovery' : `round ${row.round}`
    return {
      block: `campaign ${row.campaign_id}, ${row.domain}, ${when}`,
      host: String(row.domain),
      startMs,
      endMs: startMs + Number(row.wall_ms),
    }
  })
}

function some(values: readonly unknown[]): string {
  return values.length === 0 ? '' : JSON.stringify(values.slice(0, SHOWN))
}
