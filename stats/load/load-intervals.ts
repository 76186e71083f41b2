import type { LoadErrors, MeasuredSecond } from '../../model/load-second.ts'
import { addPageTimes, pageTimeOfRank } from './page-time-rank.ts'
import { serverMemory } from './server-costs.ts'

/** Number of deviations by which what is taken may be too high by chance: less often than once in 700 times. */
const STANDARD_DEVIATIONS = 3

/**
 * Pages that are under way at `nowMs` for longer than the limit: those begun before, less those of them that have ended.
 * When in its second a page began or ended is not recorded. It is taken as evenly spread, and three standard deviations of
 * what that may be wrong by are taken off, so that there are at least so many. How long a failed page took is not recorded
 * either: each counts as begun before.
 *
 * @param seconds from the start of the load
 */
function overduePages(seconds: readonly MeasuredSecond[], nowMs: number, limitMs: number): number {
  let pages = 0
  let variance = 0
  const add = (count: number, share: number): void => {
    pages += count * share
    variance += Math.abs(count) * share * (1 - share)
  }
  for (const { load } of seconds) {
    if (load.atMs > nowMs) break
    /** Share of what happened in this second that was `agoMs` earlier before the limit. */
    const shareBefore = (agoMs: number): number =>
      Math.min(1, Math.max(0, (nowMs - limitMs + agoMs - load.atMs) / load.lengthMs + 1))
    add(load.pagesBegun, shareBefore(0))
    add(-load.pagesFailed, 1)
    if (load.atMs <= nowMs - limitMs) add(-load.pagesDone, 1)
    else for (const [us, count] of load.pageTimesUs) add(-count, shareBefore(us / 1_000))
  }
  return Math.max(0, Math.floor(pages - STANDARD_DEVIATIONS * Math.sqrt(variance) + ROUNDING))
}

/** Error of sums of fractions. */
const ROUNDING = 1e-9

/** Sums some seconds of a load, which figures are computed from. */
export interface LoadInterval {
  readonly fromMs: number
  readonly toMs: number
  /** There from its start on, and at its end. */
  readonly usersFrom: number
  readonly usersTo: number
  readonly pagesDone: number
  readonly pagesFailed: number
  /** Pages under way at its end for longer than the limit: at least so many (`overduePages`). */
  readonly pagesOverdue: number
  readonly pagesPerS: number
  /** Failed and overdue pages count as longer than all others; null: the rank is among them; undefined: no page. */
  readonly p50Ms: number | null | undefined
  readonly p95Ms: number | null | undefined
  readonly p99Ms: number | null | undefined
  readonly errors: LoadErrors
  /** Share of the client's core that was in use, by the load program or by anything, whichever is more; 0..1. */
  readonly clientBusy: number
  /** Is null where it is not known. */
  readonly serverBusy: number | null
  /** Most of Apache's threads with something to do at the end of a second; null where it said nothing. */
  readonly busyWorkers: number | null
  /** Memory of all its processes at its end: PSS, or RSS where PSS is not known of all of the load; null: none. */
  readonly serverBytes: number | null
}

/** An interval without any page says nothing. */
export function isBroken({ p95Ms }: Pick<LoadInterval, 'p95Ms'>, limitMs: number): boolean {
  return p95Ms === null || (p95Ms !== undefined && p95Ms >= limitMs)
}

/** A client that was busier than that may have been what was slow. */
const MOST_CLIENT_BUSY = 0.5

/** Whether the client had all that it needed, so that what was measured is the server's. */
export function hasHeadroom({ clientBusy, errors }: Pick<LoadInterval, 'clientBusy' | 'errors'>): boolean {
  return clientBusy <= MOST_CLIENT_BUSY && (errors.client_limit ?? 0) === 0
}

/** Shorter intervals are left out: what was counted in it is not what a whole one would have. */
const WHOLE_SHARE = 0.9

/**
 * The whole intervals of a load, in order.
 *
 * @param seconds from the start of the load
 * @param limitMs that page times are held against
 */
export function loadIntervals(
  seconds: readonly MeasuredSecond[],
  { intervalMs, limitMs }: { readonly intervalMs: number; readonly limitMs: number },
): LoadInterval[] {
  const groups = Map.groupBy(seconds, ({ load }) => Math.floor((load.atMs - load.lengthMs / 2) / intervalMs))
  const memoryOf = serverMemory(seconds)
  // The first user arrives at the start, the others of the first second during it.
  let usersFrom = Math.min(1, seconds[0]?.load.users ?? 0)
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    const interval = {
      ...intervalOf(group, usersFrom, overduePages(seconds, last?.load.atMs ?? 0, limitMs)),
      serverBytes: last === undefined ? null : memoryOf(last),
    }
    usersFrom = interval.usersTo
    return interval.toMs - interval.fromMs >= WHOLE_SHARE * intervalMs ? [interval] : []
  })
}

function intervalOf(
  seconds: readonly MeasuredSecond[],
  usersFrom: number,
  overdue: number,
): Omit<LoadInterval, 'serverBytes'> {
  const loads = seconds.map(({ load }) => load)
  const sum = (numberOf: (load: MeasuredSecond['load']) => number): number =>
    loads.reduce((total, load) => total + numberOf(load), 0)
  const lengthMs = sum((load) => load.lengthMs)
  const toMs = loads.at(-1)?.atMs ?? 0
  const pagesFailed = sum((load) => load.pagesFailed)
  const pagesDone = sum((load) => load.pagesDone)
  const times = addPageTimes(loads.map(({ pageTimesUs }) => pageTimesUs))
  const rank = (fraction: number) => pageTimeOfRank({ times, longer: pagesFailed + overdue }, fraction)
  const programBusy = Math.min(1, sum((load) => load.cpuMs) / lengthMs)
  return {
    fromMs: toMs - lengthMs,
    toMs,
    usersFrom,
    usersTo: loads.at(-1)?.users ?? usersFrom,
    pagesDone,
    pagesFailed,
    pagesOverdue: overdue,
    pagesPerS: pagesDone / (lengthMs / 1_000),
    p50Ms: rank(0.5),
    p95Ms: rank(0.95),
    p99Ms: rank(0.99),
    errors: addErrors(loads.map(({ errors }) => errors)),
    clientBusy: Math.max(programBusy, meanBusy(seconds, ({ busy }) => busy.client) ?? 0),
    serverBusy: meanBusy(seconds, ({ busy }) => busy.server),
    busyWorkers: mostOf(seconds.flatMap(({ server }) => server?.busyWorkers ?? [])),
  }
}

function mostOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}

/** Weighted by time, of the seconds of which it is known; null where it is known of none. */
function meanBusy(
  seconds: readonly MeasuredSecond[],
  busyOf: (second: MeasuredSecond) => number | null,
): number | null {
  let busyMs = 0
  let allMs = 0
  for (const second of seconds) {
    const busy = busyOf(second)
    if (busy === null) continue
    busyMs += busy * second.load.lengthMs
    allMs += second.load.lengthMs
  }
  return allMs === 0 ? null : busyMs / allMs
}

/** Errors of several intervals as one. */
export function addErrors(several: readonly LoadErrors[]): LoadErrors {
  const counts: Record<string, number> = {}
  for (const errors of several)
    for (const [kind, count] of Object.entries(errors)) counts[kind] = (counts[kind] ?? 0) + count
  return counts
}
