import type { MetricName } from '../model/metrics.ts'

/** Level of a factor, as cells of a lab run store it. */
export type Level = string | number

/** Levels that are taken, by factor; a factor that is left out is taken at all of its levels. */
export type Where = Readonly<Record<string, readonly Level[]>>

/** `spdy` is whatever stands beside SPDY today: HTTP/2 and HTTP/3, one after the other. */
type RuleArm = 'http' | 'h1' | 'spdy'

/** Loads of one arm, in the cell itself or in the cell that differs from it by these levels alone. */
export interface Side {
  readonly arm: RuleArm
  readonly at?: Readonly<Record<string, Level>>
}

/**
 * Value of a cell: `gain` is median(over) / median(of), `reduction` 100 · (1 − mean(of) / mean(over)), `median reduction` the
 * same of medians, `difference` mean(of) − mean(over) in the metric's unit.
 */
export interface CellValue {
  readonly as: 'gain' | 'reduction' | 'median reduction' | 'difference'
  readonly of: Side
  readonly over: Side
  /** Names it where its sides need not be named. */
  readonly words?: string
}

/** The value at the first level of a pair against that at the second, all else equal: a ratio of gains, else a difference. */
export interface Contrast {
  readonly factor: string
  readonly pairs: readonly (readonly [Level, Level])[]
  /** Names the pairs, where there are too many to name. */
  readonly words?: string
}

/** A number that a paper prints of one condition. */
export interface PrintedCell {
  readonly at: Readonly<Record<string, Level>>
  readonly value: number
}

/** Says how the values of cells become one figure. */
export type Summary =
  | { readonly is: 'mean' | 'geometric mean' | 'largest' | 'smallest' }
  /** Counts cells whose own interval excludes no difference. */
  | { readonly is: 'share'; readonly which: 'faster' | 'slower' }
  /** Spearman's, with what the paper prints of the same conditions. */
  | { readonly is: 'rank correlation'; readonly printed: readonly PrintedCell[]; readonly by: string }
  /** Uses the level of a factor at which the mean gain first exceeds 1, by a size of each page: a line through the origin. */
  | { readonly is: 'slope'; readonly factor: string; readonly sizes: Readonly<Record<string, number>> }

/** `turnsAt`: from where on the whole interval says the opposite; default: where there is no difference. */
export type Expectation =
  | { readonly atLeast: number; readonly turnsAt?: number }
  | { readonly atMost: number; readonly turnsAt?: number }
  | { readonly between: readonly [number, number] }

/** A figure of samples, and the values of it with which the statement holds. */
export interface Clause {
  /** Default: the rule's. */
  readonly metric?: MetricName
  readonly value: CellValue
  /** Divides each value (of gains), or is taken off it. */
  readonly beside?: CellValue
  /** Cells of the rule that this clause is of. Default: all. */
  readonly where?: Where
  readonly contrast?: Contrast
  readonly summary: Summary
  /** A figure for each level of a factor; so many of them must hold. */
  readonly each?: { readonly factor: string; readonly levels: readonly Level[]; readonly enough: number }
  readonly expects: Expectation
}

/** Decides a statement from the samples of a plan: each clause has to hold, and the first says in which direction. */
export interface Rule {
  /** Plan of `lab/plans/`; it refers to the entry. */
  readonly plan: string
  readonly metric: MetricName
  readonly cells: Where
  readonly clauses: readonly [Clause, ...Clause[]]
  /** Says what the rule leaves undecided of the statement, or does otherwise. */
  readonly but?: string
}
