import type { Load } from '../load/load.ts'

/** Statuses by which a site asks to be left alone for a while (RFC 9110, 15.5.4, 15.6.4; RFC 6585, 4). */
const STAY_AWAY = new Set([403, 429, 503])

/** A site with so many such answers is parked for the rest of the campaign (CRW-4). */
export const MAX_STRIKES = 3

/** The wait without Retry-After: doubled with every strike. */
const FIRST_WAIT_MS = 60_000
/** A longer wait that is asked for parks the site at once. */
export const LONGEST_BACK_OFF_MS = 15 * 60_000

/**
 * Time that the site wants to be left alone, milliseconds, after its `strikes`-th such answer; null where it does not.
 * `Retry-After` counts where there is one, in seconds or as a date (RFC 9110, 10.2.3).
 */
export function waitAsked(load: Load, strikes: number, nowMs: number): number | null {
  if (load.status === null || !STAY_AWAY.has(load.status)) return null
  const main = load.requests.findLast(
    ({ isMainDocument, status }) => isMainDocument && status === load.status,
  )
  const asked = retryAfterMs(main?.responseHeaders['retry-after'], nowMs)
  return asked ?? FIRST_WAIT_MS * 2 ** (strikes - 1)
}

function retryAfterMs(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text.trim()) * 1_000
  const dateMs = Date.parse(text)
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs)
}
