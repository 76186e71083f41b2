import type { Database } from '../../db/connection/database.ts'
import type { JobQueue } from '../queue/open-queue.ts'
import type { HeldJob } from '../worker/held-job.ts'
import { whenBack } from '../worker/when-back.ts'

/** How many workers have died while they loaded a site, by its number. */
export type SiteDeaths = Readonly<Record<string, number>>

/** As with a slice of a survey: what ends a worker once is seldom the site. */
const COUNTED_FROM = 2
/** A site that was being loaded when so many workers died is given up. */
const MOST_DEATHS = 2

/** The sites that are not to be loaded any more. */
export function deadlySites(deaths: SiteDeaths): number[] {
  return Object.entries(deaths).flatMap(([site, count]) => (count >= MOST_DEATHS ? Number(site) : []))
}

export interface DeathCount {
  /** Not the block's transaction: what that wrote is gone with its worker. */
  readonly db: Database
  readonly queue: Pick<JobQueue, 'schema'>
  readonly job: Pick<HeldJob, 'attempt' | 'id' | 'queue'>
  /** As the job had them when it was taken. */
  readonly deaths: SiteDeaths
}

/**
 * Counts a death at the site that a turn is of, in the job, until the turn is over; a block has one turn at a time. What it
 * resolves to is disposed of in place of the turn.
 */
export async function countedTurn(
  site: number,
  turn: AsyncDisposable,
  count: DeathCount,
): Promise<AsyncDisposable> {
  const { deaths, job } = count
  if (job.attempt < COUNTED_FROM) return turn
  await using held = new AsyncDisposableStack()
  held.use(turn)
  await store(count, { ...deaths, [site]: (deaths[site] ?? 0) + 1 })
  held.defer(() => whenBack(() => store(count, deaths)))
  return held.move()
}

async function store({ db, queue, job }: DeathCount, deaths: SiteDeaths): Promise<void> {
  await db.query(
    `UPDATE ${queue.schema}.job SET data = data || jsonb_build_object('deaths', CAST(? AS jsonb))
     WHERE name = ? AND id = CAST(? AS uuid) AND state = 'active' AND retry_count = ?`,
    [JSON.stringify(deaths), job.queue, job.id, job.attempt],
  )
}
