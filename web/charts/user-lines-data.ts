import type { PlotBox, Scale } from './axis.ts'

/** An interval of a load over its repetitions. A value is null where it is above all that are known. */
export interface UserPoint {
  readonly users: number
  readonly n: number
  readonly median: number | null
  readonly lowest: number | null
  readonly highest: number | null
}

export interface UserLine {
  readonly arm: string
  /** Stands beside a line of the same arm, such as p50 beside p95: drawn thin, without its range. */
  readonly isSecond: boolean
  /** Names what is drawn: `p95`; null where all lines are of one thing. */
  readonly what: string | null
  /** Sorted by users, ascending. */
  readonly points: readonly UserPoint[]
}

export interface LimitCrossing {
  readonly arm: string
  readonly users: number
  /** It lies between these; null: not known. */
  readonly between: readonly [number, number] | null
  /** There are so many users or more. */
  readonly isLowerBound: boolean
}

export interface UserLinesData {
  /** `page time`. */
  readonly measure: string
  readonly unit: string
  readonly scale: 'linear' | 'logarithmic'
  /** Limit in the unit, and as it is written; null: there is none. */
  readonly limit: { readonly value: number; readonly text: string } | null
  readonly crossings: readonly LimitCrossing[]
  readonly lines: readonly UserLine[]
  /** Words for a value above all that are known: `longer than all pages that were done`. */
  readonly above: string
}

export interface UserLinesLayout {
  readonly box: PlotBox
  readonly x: Scale
  readonly y: Scale
  /** Each number of users that a line has a point of, ascending. */
  readonly users: readonly number[]
  readonly userTicks: readonly number[]
  readonly valueTicks: readonly number[]
  /** Place above it where the axis is named. */
  readonly labelY: number
  /** Place of an arm's crosses, which stand for values above all that are known. */
  readonly aboveY: (arm: string) => number
}
