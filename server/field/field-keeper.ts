import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import { forgetKeys } from '../../db/field/contribution-keys.ts'
import { purgeContributions } from '../../db/field/contribution-rows.ts'
import { forgetLeftArrivals } from '../../db/field/field-arrivals.ts'
import { recordMaintenance } from '../../db/field/field-runs.ts'
import { listStudies } from '../../db/field/field-studies.ts'
import { addDays, mondayOf } from '../../stats/field/days.ts'
import { clockDoubt, driftSince } from '../database/clock-doubt.ts'
import { makeRelease } from './field-release.ts'
import { remakeLosses } from './field-remake.ts'

interface KeeperOptions {
  readonly db: Database
  /** Is null where the database may not be written to: then nothing is done. */
  readonly writer: Database | null
  readonly now: () => string
  readonly clock: () => number
  readonly log: Logger
  readonly signal: AbortSignal
  /** Time between two rounds, milliseconds. Default an hour. */
  readonly everyMs?: number
}

/** safety.md P7 allows a day. */
const EVERY_MS = 3_600_000

/** Whole months before the present one that contributions are kept for: none gets older than 13 months (safety.md P10). */
const RETAINED_MONTHS = 12
/** Days that idempotency keys are kept for (safety.md ING-7). */
const RETAINED_KEY_DAYS = 14

/**
 * Keeps the field in order while the server runs, at once and then every hour: makes the release of a week that has started,
 * makes cells anew that lost somebody by deletion, deletes what is older than it may be. Where the clock is not to be
 * believed (`clockDoubt`) nothing is released or deleted. A failure is logged, and tried again in the next round.
 * Resolves when the signal stops it.
 */
export async function maintainField(options: KeeperOptions): Promise<void> {
  const { writer, log, signal, everyMs = EVERY_MS } = options
  if (writer === null) return
  const driftMs = driftSince(options)
  while (!signal.aborted) {
    try {
      await maintainOnce({ ...options, writer }, driftMs())
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'the field could not be kept in order')
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {
      // Stopped: the loop looks.
    })
  }
}

async function maintainOnce(
  { db, writer, now, log, signal }: KeeperOptions & { readonly writer: Database },
  driftMs: number,
): Promise<void> {
  const today = now().slice(0, 10)
  const week = mondayOf(today)
  const doubt = await clockDoubt(db, today, driftMs)
  if (doubt !== null)
    log.error(
      { doubt },
      'nothing is released or deleted: set the clock, or run `contributions purge --yes` where it is right',
    )
  for (const study of await listStudies(db)) {
    signal.throwIfAborted()
    const lost = await remakeLosses({ db, writer, list: study.list, signal })
    if (lost.remade + lost.withheld > 0) log.info(lost, 'cells that lost a contributor are put right')
    if (doubt !== null || !isReleased(study, week)) continue
    const release = await makeRelease({ db, writer, study, week, now, signal })
    if (release.state === 'made') log.info(release, 'a weekly release is made')
  }
  if (doubt !== null) return
  const purged = await purgeField(writer, today)
  if (purged.months.length > 0) log.info(purged, 'old contributions are deleted')
}

/** The last release of a study that was closed is of the week after: later ones would only grow emptier. */
export function isReleased({ closedDay }: { readonly closedDay: string | null }, week: string): boolean {
  return closedDay === null || week <= addDays(mondayOf(closedDay), 7)
}

interface Purged {
  readonly months: readonly { readonly month: string; readonly loads: number }[]
  readonly keys: number
}

/**
 * Deletes contributions by the month before they are 13 months old, and keys older than 14 days. Who calls it believes the
 * day (`clockDoubt`), which becomes the newest that the data knows.
 */
export async function purgeField(writer: Database, today: string): Promise<Purged> {
  const months = await purgeContributions(writer, firstRetainedDay(today))
  if (months.length > 0) await forgetLeftArrivals(writer)
  const keys = await forgetKeys(writer, addDays(today, -RETAINED_KEY_DAYS))
  await recordMaintenance(writer, today)
  return { months, keys }
}

/** The first day of the month a year ago. */
export function firstRetainedDay(today: string): string {
  const months = 12 * Number(today.slice(0, 4)) + Number(today.slice(5, 7)) - 1 - RETAINED_MONTHS
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}
