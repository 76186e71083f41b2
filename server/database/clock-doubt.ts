import type { Database } from '../../db/connection/database.ts'
import { newestKnownDay } from '../../db/field/field-runs.ts'
import { DAY_MS, daysBetween } from '../../stats/field/days.ts'

/** Wall clock and monotonic clock may part by so much: leap seconds, corrections, a machine that slept for a night. */
const MOST_DRIFT_MS = DAY_MS
/** A server may have been off for so long. What is deleted by the month is then one month, or two. */
const MOST_DAYS_OFF = 35

/** Wall time is ISO 8601, the clock monotonic in milliseconds. */
export interface Clocks {
  readonly now: () => string
  readonly clock: () => number
}

/** Says how far the wall clock has left the monotonic one since this was made, milliseconds. */
export function driftSince({ now, clock }: Clocks): () => number {
  const started = Date.parse(now()) - clock()
  return () => Date.parse(now()) - clock() - started
}

/**
 * Says why the wall clock is not believed; null where it is. What is done by the day and cannot be undone needs two agreeing
 * looks at it: the clock must have gone as the monotonic one did, and the day must follow on the newest that the data knows. A
 * day before that one deletes less, and is believed.
 *
 * @param driftMs of the wall clock since the start; 0 where it is not known
 */
export async function clockDoubt(db: Database, today: string, driftMs: number): Promise<string | null> {
  if (Math.abs(driftMs) > MOST_DRIFT_MS)
    return `the clock has jumped by ${Math.round(driftMs / DAY_MS)} days since the start`
  const known = await newestKnownDay(db)
  if (known === null || daysBetween(known, today) <= MOST_DAYS_OFF) return null
  return `it is ${today} by the clock, and the newest day that the data knows is ${known}`
}
