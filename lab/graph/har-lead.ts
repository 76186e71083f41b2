import type { HarPage } from '../../har/har-page.ts'
import { CLOCK_MS } from '../../model/graph/clock.ts'
import { type HarEntry, startOf } from '../../record/import/har-file.ts'

export interface NavigationStart {
  /** Milliseconds since 1970; null where the page gave no timings. */
  readonly navigationMs: number | null
  /** Milliseconds of the browser's own clock; null where that was not recorded. */
  readonly navigationMonotonicMs: number | null
}

/** A request that started longer before the first is another load's, or another clock's. */
const LONGEST_LEAD_MS = 10_000

/**
 * Milliseconds from the navigation's start to the moment at which the first request was asked for, 0 where that is unknown: by
 * the browser's own clock, else by the page's, else by the start of the HAR's page.
 */
export function harLeadMs(first: HarEntry, page: HarPage | null, navigation: NavigationStart | null): number {
  const { navigationMs = null, navigationMonotonicMs = null } = navigation ?? {}
  const queuedMs = Math.max(0, first.timings?._queued ?? 0)
  if (navigationMonotonicMs !== null && first._requestTime !== undefined) {
    const leadMs = first._requestTime * 1_000 - queuedMs - navigationMonotonicMs
    if (leadMs >= 0 && leadMs < LONGEST_LEAD_MS) return leadMs
  }
  const askedMs = startOf(first) - queuedMs
  // A page is created with its navigation, a little before its first request. chrome-har starts it with that request.
  const [leadMs, leastMs] =
    navigationMs === null
      ? [askedMs - (page?.startedMs ?? Number.POSITIVE_INFINITY), CLOCK_MS]
      : [askedMs - navigationMs, 0]
  return leadMs > leastMs && leadMs < LONGEST_LEAD_MS ? leadMs : 0
}
