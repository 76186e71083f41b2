import type { LoadFailure } from '../../model/load-failures.ts'
import type { CostTime, LoadBound } from '../../model/load-figure-terms.ts'
import type { LoadErrors, MeasuredSecond } from '../../model/load-second.ts'
import { costTime } from './cost-time.ts'
import { addErrors, hasHeadroom, isBroken, type LoadInterval, loadIntervals } from './load-intervals.ts'
import { type FigureSecond, type ServerCosts, serverCosts } from './server-costs.ts'

/** A figure that one load gave; with a reason, the true one is this or more. */
export interface Bounded {
  readonly value: number
  /** It is known to lie between these, as intervals have a length; both are `value` where it is known as it is. */
  readonly between: readonly [low: number, high: number]
  readonly bound: LoadBound | null
}

export interface LoadFigures extends ServerCosts {
  /** The most pages that were done in an interval; null where there is none. */
  readonly highestPagesPerS: Bounded | null
  /** Users at the end of the first interval with nine tenths of that rate: on a plateau chance says which is highest. Null: unknown. */
  readonly usersAtHighest: number | null
  readonly serverBusyAtHighest: number | null
  /** The most users at which p95 of page times stayed below the limit, up to the first interval in which it did not. */
  readonly slaUsers: Bounded | null
  /** Users at the end of the second of the first error; where there was none, a lower bound. */
  readonly firstErrorUsers: Bounded | null
  readonly firstError: LoadFailure | null
  /** Time that the cost of a page and a user is taken from. */
  readonly costTime: CostTime
  /** The highest of all intervals. */
  readonly clientBusy: number | null
  readonly pagesDone: number
  readonly pagesFailed: number
  readonly errors: LoadErrors
}

export interface FigureOptions {
  readonly intervalMs: number
  readonly limitMs: number
  /** Whether client and server had cores of their own. */
  readonly isPinned: boolean
}

/** From so much of the highest rate on… */
const PLATEAU = 0.9
/** …and over a quarter of the users at least it is a plateau: more users would not raise it. */
const PLATEAU_USERS = 0.75

export function loadFigures(seconds: readonly MeasuredSecond[], options: FigureOptions): LoadFigures {
  return figuresOfIntervals(seconds, loadIntervals(seconds, options), options)
}

/** The same of intervals that are known, so that no page time is needed. */
export function figuresOfIntervals(
  seconds: readonly FigureSecond[],
  intervals: readonly LoadInterval[],
  options: FigureOptions,
): LoadFigures {
  const brokenAt = intervals.findIndex((interval) => isBroken(interval, options.limitMs))
  const last = intervals.at(-1)
  const costs = costTime(intervals, options)
  const highest = intervals.reduce<LoadInterval | null>(
    (best, interval) => (best === null || interval.pagesPerS > best.pagesPerS ? interval : best),
    null,
  )
  const after = intervals[intervals.indexOf(highest as LoadInterval) + 1]
  const reached = intervals.find(({ pagesPerS }) => pagesPerS >= PLATEAU * (highest?.pagesPerS ?? 0))
  const isPlateau = reached !== undefined && reached.usersTo <= PLATEAU_USERS * (last?.usersTo ?? 0)
  // It might have been higher still with more users.
  const isAtEnd = brokenAt < 0 || (highest?.usersTo === last?.usersTo && !isPlateau)
  return {
    highestPagesPerS:
      highest &&
      exact(
        highest.pagesPerS,
        // A client that was busy right after it may be why it rose no further.
        boundOf(after === undefined ? [highest] : [highest, after], options) ?? (isAtEnd ? 'ramp' : null),
      ),
    usersAtHighest: reached?.usersTo ?? null,
    serverBusyAtHighest: highest?.serverBusy ?? null,
    slaUsers: slaUsers(intervals, brokenAt, options),
    ...firstError(seconds, intervals, options),
    ...serverCosts(seconds, costs.toMs),
    costTime: costs,
    clientBusy: intervals.length === 0 ? null : Math.max(...intervals.map(({ clientBusy }) => clientBusy)),
    pagesDone: seconds.reduce((sum, { load }) => sum + load.pagesDone, 0),
    pagesFailed: seconds.reduce((sum, { load }) => sum + load.pagesFailed, 0),
    errors: addErrors(seconds.map(({ load }) => load.errors)),
  }
}

/**
 * Counts between the users who were there all through the last interval below the limit, and those at the end of the first that
 * was not.
 */
function slaUsers(
  intervals: readonly LoadInterval[],
  brokenAt: number,
  options: FigureOptions,
): Bounded | null {
  const last = intervals.at(-1)
  if (last === undefined) return null
  if (brokenAt < 0) return exact(last.usersFrom, boundOf(intervals, options) ?? 'ramp')
  const broken = intervals[brokenAt] as LoadInterval
  const low = intervals.slice(0, brokenAt).findLast(({ p95Ms }) => p95Ms !== undefined)?.usersFrom ?? 0
  const bound = boundOf(intervals.slice(0, brokenAt + 1), options)
  return { value: low, between: [low, broken.usersTo], bound }
}

function firstError(
  seconds: readonly FigureSecond[],
  intervals: readonly LoadInterval[],
  options: FigureOptions,
): Pick<LoadFigures, 'firstErrorUsers' | 'firstError'> {
  let usersBefore = 0
  for (const { load } of seconds) {
    // Errors of the client say nothing of the server.
    const kinds = Object.keys(load.errors).filter((kind) => kind !== 'client_limit') as LoadFailure[]
    const [kind] = kinds.sort((a, b) => (load.errors[b] ?? 0) - (load.errors[a] ?? 0))
    if (kind === undefined) {
      usersBefore = load.users
      continue
    }
    const before = intervals.filter(({ fromMs }) => fromMs < load.atMs)
    const between = [Math.min(usersBefore, load.users), load.users] as const
    return {
      firstErrorUsers: { value: load.users, between, bound: boundOf(before, options) },
      firstError: kind,
    }
  }
  const most = intervals.at(-1)?.usersFrom
  return { firstErrorUsers: most === undefined ? null : exact(most, 'ramp'), firstError: null }
}

function boundOf(intervals: readonly LoadInterval[], { isPinned }: FigureOptions): LoadBound | null {
  if (!intervals.every(hasHeadroom)) return 'client'
  return isPinned ? null : 'shared_core'
}

function exact(value: number, bound: LoadBound | null): Bounded {
  return { value, between: [value, value], bound }
}
