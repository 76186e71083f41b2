import { idleSharesAt, memoryAddedBetween, pageTimesAt } from '../../model/load-at-users.ts'
import { LOAD_BOUNDS } from '../../model/load-figure-terms.ts'
import type { LoadProtocol } from '../../model/load-second.ts'
import { FULL } from '../../stats/load/limiting.ts'
import type { Bounded, LoadFigures } from '../../stats/load/load-figures.ts'
import type { LoadInterval } from '../../stats/load/load-intervals.ts'
import { type RepeatedFigure, repeatedRatio, repeatedSlope } from '../../stats/load/repeated-figure.ts'
import type { LoadMeasure, LoadRule, LoadSide } from '../load-rule.ts'
import { type Decided, type Estimate, verdictOf } from './verdict.ts'

/** A load with what was computed of it; without figures it has not come to its end. */
export interface MeasuredLoad {
  readonly row: { readonly server: string; readonly arm: LoadProtocol; readonly repetition: number }
  readonly figures: LoadFigures | null
  readonly intervals: readonly LoadInterval[]
}

export interface LoadResult {
  readonly verdict: Decided
  /** Null where it is not known; `why` says why. */
  readonly estimate: Estimate | null
  readonly why: string | null
  /** Repetitions. */
  readonly n: number
}

/**
 * Decides a statement by its figure over repetitions; null where no repetition has both sides. Fewer than three have no interval,
 * and decide nothing; nor does a lower bound.
 *
 * @param workers threads of the server; null where they are not known
 */
export function decideLoads(
  { server, as, of, over, expects }: LoadRule,
  loads: readonly MeasuredLoad[],
  workers: number | null,
): LoadResult | null {
  const known = loads.filter(({ row, figures }) => row.server === server && figures !== null)
  const armOf = ({ arm }: LoadSide): LoadProtocol => (arm === 'spdy' ? 'h2' : arm)
  const pairs = known
    .filter(({ row }) => row.arm === armOf(of))
    .flatMap((load) => {
      const other = known.find(({ row }) => row.arm === armOf(over) && row.repetition === load.row.repetition)
      if (other === undefined) return []
      return [[measureOf(load, of.measure, workers), measureOf(other, over.measure, workers)] as const]
    })
  if (pairs.length === 0) return null
  const why = whyUnknown(pairs.flat())
  const found = why === null ? overRepetitions(as, pairs) : undefined
  if (found === undefined)
    return { verdict: 'not decided', estimate: null, why: why ?? 'not above 0', n: pairs.length }
  const { value, interval, n } = found
  const estimate = { value, low: interval?.[0] ?? null, high: interval?.[1] ?? null }
  return { verdict: verdictOf(estimate, expects, as === 'ratio' ? 1 : 0), estimate, why: null, n }
}

type Pair = readonly [of: Bounded | null, over: Bounded | null]

function overRepetitions(as: LoadRule['as'], pairs: readonly Pair[]): RepeatedFigure | undefined {
  if (as === 'ratio') return repeatedRatio(pairs)
  return repeatedSlope(pairs.map(([of, over]) => (of && over ? of.value - over.value : null)))
}

/** One repetition that is not known would leave those that went well. */
function whyUnknown(values: readonly (Bounded | null)[]): string | null {
  if (values.includes(null)) return 'some load lacks it'
  if (values.some((each) => each?.value === Infinity)) return 'most pages overdue or failed'
  const bound = values.find((each) => each?.bound != null)?.bound
  return bound == null ? null : `lower bound: ${LOAD_BOUNDS[bound].short}`
}

function measureOf(
  { figures, intervals }: MeasuredLoad,
  measure: LoadMeasure,
  workers: number | null,
): Bounded | null {
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
    case 'median page time':
      return exactly(pageTimesAt(intervals, measure.users)[0])
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
