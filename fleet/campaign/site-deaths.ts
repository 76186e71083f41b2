import type { Database } from '../../db/connection/database.ts'
import { clearDeath, expectDeath } from '../../db/fleet/site-deaths.ts'
import type { HeldJob } from '../worker/held-job.ts'
import { whenBack } from '../worker/when-back.ts'

/** Counts as with a slice of a survey: what ends a worker once is seldom the site. */
const COUNTED_FROM = 2

interface DeathCount {
  /** Not the block's transaction: what that wrote is gone with its worker. */
  readonly db: Database
  readonly campaignId: number
  readonly job: Pick<HeldJob, 'attempt'>
}

/**
 * Counts a death at the site that a turn is of until the turn is over; a site has one turn at a time. What it resolves to is
 * disposed of in place of the turn.
 */
export async function countedTurn(
  site: number,
  turn: AsyncDisposable,
  { db, campaignId, job }: DeathCount,
): Promise<AsyncDisposable> {
  if (job.attempt < COUNTED_FROM) return turn
  await using held = new AsyncDisposableStack()
  held.use(turn)
  const place = { kind: 'campaign', runId: campaignId, site } as const
  const before = await expectDeath(db, place)
  held.defer(() => whenBack(() => clearDeath(db, place, before)))
  return held.move()
}
