import type { CostTime } from '../../model/load-figure-terms.ts'
import { hasHeadroom, isBroken, type LoadInterval } from './load-intervals.ts'

interface CostTimeOptions {
  readonly limitMs: number
  /** Whether client and server had cores of their own. */
  readonly isPinned: boolean
}

/**
 * The time that figures of cost are from (docs/decisions/059-headroom-of-costs.md): up to the first interval in which page
 * times passed the limit, or in which the client was too busy. Later ones do not count either where the client is idle
 * again: what a server keeps of the time before, it keeps.
 *
 * @param intervals of one load, in order
 */
export function costTime(
  intervals: readonly LoadInterval[],
  { limitMs, isPinned }: CostTimeOptions,
): CostTime {
  const last = intervals.at(-1)
  const ending = intervals.find((interval) => !hasHeadroom(interval) || isBroken(interval, limitMs))
  const end = ending === undefined ? 'ramp' : hasHeadroom(ending) ? 'limit' : 'client'
  return {
    toMs: ending?.fromMs ?? last?.toMs ?? 0,
    users: ending?.usersFrom ?? last?.usersTo ?? 0,
    end: isPinned ? end : 'shared_core',
  }
}

/** The shorter of two or more; of none, undefined. */
export function shortestCostTime(times: readonly CostTime[]): CostTime | undefined {
  return times.toSorted((a, b) => a.toMs - b.toMs)[0]
}
