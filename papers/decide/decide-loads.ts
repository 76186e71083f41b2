import { idleSharesAt, isOverdueAt, memoryAddedBetween, pageTimesAt } from '../../model/load-at-users.ts'
import { LOAD_BOUNDS, type LoadBound } from '../../model/load-figure-terms.ts'
import type { LoadedArm } from '../../model/load-second.ts'
import { FULL } from '../../stats/load/limiting.ts'
import type { Bounded, LoadFigures } from '../../stats/load/load-figures.ts'
import type { LoadInterval } from '../../stats/load/load-intervals.ts'
import { type RepeatedFigure, repeatedRatio, repeatedSlope } from '../../stats/load/repeated-figure.ts'
import type { LoadMeasure, LoadRule, LoadSide } from '../load-rule.ts'
import { type Decided, type Estimate, verdictOf } from './verdict.ts'

/** A load with what was computed of it; without figures it has not come to its end. */
export interface MeasuredLoad {
  readonly row: { readonly server: string; readonly arm: LoadedArm; readonly repetition: number }
  readonly figures: LoadFigures | null
  readonly intervals: readonly LoadInterval[]
}

/** Settings of a plan. */
export interface LoadSettings {
  /** Threads of the server; null where they are not known. */
  readonly workers: number | null
  /** A page that is under way for longer is overdue. */
  readonly limitMs: number
}

/** A value of one load; `overdue`: it is this or more, as most pages were under way for longer than the limit. */
interface Value extends Omit<Bounded, 'bound'> {
  readonly bound: LoadBound | 'overdue' | null
}

export interface LoadResult {
  readonly verdict: Decided
  /** Is null where it is not known; `why` says why. */
  readonly estimate: Estimate | null
  readonly why: string | null
  /** Repetitions. */
  readonly n: number
}

/**
 * Decides a statement by its figure over repetitions; null where no repetition has both sides. Fewer than three have no interval,
 * and decide nothing; nor does a lower bound, but that most pages took longer than the limit bounds a ratio to them.
 */
export function decideLoads(
  { server, as, of, over, expects }: LoadRule,
  loads: readonly MeasuredLoad[],
  plan: LoadSettings,
): LoadResult | null {
  const known = loads.filter(({ row, figures }) => row.server === server && figures !== null)
  const armOf = ({ arm }: LoadSide): LoadedArm => (arm === 'spdy' ? 'h2' : arm)
  const pairs = known
    .filter(({ row }) => row.arm === armOf(of))
    .flatMap((load) => {
      const other = known.find(({ row }) => row.arm === armOf(over) && row.repetition === load.row.repetition)
      if (other === undefined) return []
      return [[measureOf(load, of.measure, plan), measureOf(other, over.measure, plan)] as const]
    })
  if (pairs.length === 0) return null
  const why = whyUnknown(pairs, as)
  const found = why === null ? overRepetitions(as, pairs) : undefined
  if (found === undefined)
    return { verdict: 'not decided', estimate: null, why: why ?? 'not above 0', n: pairs.length }
  const { value, interval, n } = found
  const isAtMost = pairs.some(([, one]) => one?.bound === 'overdue')
  const low = interval !== null && isAtMost ? 0 : (interval?.[0] ?? null)
  const estimate = { value, low, high: interval?.[1] ?? null }
  return { verdict: verdictOf(estimate, expects, as === 'ratio' ? 1 : 0), estimate, why: null, n }
}

type Pair = readonly [of: Value | null, over: Value | null]

function overRepetitions(as: LoadRule['as'], pairs: readonly Pair[]): RepeatedFigure | undefined {
  const exact = (each: Value | null): Bounded | null => each && { ...each, bound: null }
  if (as === 'ratio') return repeatedRatio(pairs.map(([of, over]) => [exact(of), exact(over)]))
  return repeatedSlope(pairs.map(([of, over]) => (of && over ? of.value - over.value : null)))
}

/** A figure without the repetitions that are not known would be of those alone that went well. */
function whyUnknown(pairs: readonly Pair[], as: LoadRule['as']): string | null {
  for (const [of, over] of pairs) {
    if (of === null || over === null) return 'some load lacks it'
    if (of.value === Infinity || over.value === Infinity) return 'most pages failed'
    if (of.bound === 'overdue' || (over.bound === 'overdue' && as !== 'ratio')) return 'most pages overdue'
    const bound = of.bound ?? (over.bound === 'overdue' ? null : over.bound)
    if (bound !== null) return `lower bound: ${LOAD_BOUNDS[bound].short}`
  }
  return null
}

function measureOf(
  { figures, intervals }: MeasuredLoad,
  measure: LoadMeasure,
  { workers, limitMs }: LoadSettings,
): Value | null {
  switch (measure.is) {
    case 'highest rate':
      return figures?.highestPagesPerS ?? null
    case 'users at the highest rate':
      return exactly(figures?.usersAtHighest)
    case 'users at the limit':
      return figures?.slaUsers ?? null
    case 'users at the first error':
      return figures?.firstErrorUsers ?? null
    case 'users at which all workers are busy':
      return usersAtBusyWorkers(intervals, workers)
    case 'median page time': {
      const [ms] = pageTimesAt(intervals, measure.users)
      return ms === Infinity && isOverdueAt(intervals, measure.users)
        ? { value: limitMs, between: [limitMs, limitMs], bound: 'overdue' }
        : exactly(ms)
    }
    case 'share of the processor': {
      const [idle] = idleSharesAt(intervals, measure.users)
      return exactly(idle === undefined ? undefined : 100 * (1 - idle))
    }
    case 'memory added':
      return exactly(memoryAddedBetween(intervals, measure.users))
  }
}

function exactly(value: number | null | undefined): Bounded | null {
  return value == null ? null : { value, between: [value, value], bound: null }
}

function usersAtBusyWorkers(intervals: readonly LoadInterval[], workers: number | null): Bounded | null {
  if (workers === null || intervals.every(({ busyWorkers }) => busyWorkers === null)) return null
  const found = intervals.find(({ busyWorkers }) => (busyWorkers ?? 0) >= FULL * workers)
  if (found !== undefined) return exactly(found.usersTo)
  const most = intervals.at(-1)?.usersFrom
  return most === undefined ? null : { value: most, between: [most, most], bound: 'ramp' }
}
