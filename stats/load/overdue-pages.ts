import type { MeasuredSecond } from '../../model/load-second.ts'

/** By so many what is taken may be too high by chance: less often than once in 700 times. */
const STANDARD_DEVIATIONS = 3

/**
 * Pages that are under way at `nowMs` for longer than the limit: those begun before, less those of them that have ended.
 * When in its second a page began or ended is not recorded. It is taken as evenly spread, and three standard deviations of
 * what that may be wrong by are taken off, so that there are at least so many. How long a failed page took is not recorded
 * either: each counts as begun before.
 *
 * @param seconds from the start of the load
 */
export function overduePages(seconds: readonly MeasuredSecond[], nowMs: number, limitMs: number): number {
  let pages = 0
  let variance = 0
  const add = (count: number, share: number): void => {
    pages += count * share
    variance += Math.abs(count) * share * (1 - share)
  }
  for (const { load } of seconds) {
    if (load.atMs > nowMs) break
    /** Of what happened in this second, what was `agoMs` earlier before the limit. */
    const shareBefore = (agoMs: number): number =>
      Math.min(1, Math.max(0, (nowMs - limitMs + agoMs - load.atMs) / load.lengthMs + 1))
    add(load.pagesBegun, shareBefore(0))
    add(-load.pagesFailed, 1)
    if (load.atMs <= nowMs - limitMs) add(-load.pagesDone, 1)
    else for (const [us, count] of load.pageTimesUs) add(-count, shareBefore(us / 1_000))
  }
  return Math.max(0, Math.floor(pages - STANDARD_DEVIATIONS * Math.sqrt(variance) + ROUNDING))
}

/** Of sums of fractions. */
const ROUNDING = 1e-9
