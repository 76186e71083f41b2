import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import { ascendingOrder } from '../../stats/ascending-order.ts'
import { drawnMedian } from '../../stats/comparison/drawn-median.ts'
import { pairRounds, type RoundPair } from '../../stats/comparison/pair-rounds.ts'
import { resampledGains } from '../../stats/comparison/resampled-gains.ts'
import { median } from '../../stats/median.ts'
import { rng } from '../../stats/rng.ts'
import type { CellValue, Contrast, Level, Side, Where } from '../rule.ts'
import type { CellFactors, MeasuredCell } from './measured-cell.ts'

/** Resamples of rounds; of each cell as many, so that the i-th of all cells are one resample of a figure over them. */
export const RESAMPLES = 1_000
/** A resample of fewer rounds says next to nothing. */
const LEAST_ROUNDS = 3

/** Value of a cell, as measured and resampled. */
export interface CellFigure {
  /** Leaves out those that the two sides differ in. */
  readonly factors: CellFactors
  readonly value: number
  /** Is null where there are fewer than `LEAST_ROUNDS` rounds. */
  readonly drawn: Float64Array | null
  readonly rounds: number
  /** The rounds themselves; none of what was made of several cells. */
  readonly pairs: readonly RoundPair[]
}

interface Wanted {
  readonly metric: MetricName
  /** Arm of today, in place of SPDY. */
  readonly spdy: Arm
  readonly seed: number
}

/** The value of each cell that has both sides. */
export function cellFigures(
  cells: readonly MeasuredCell[],
  value: CellValue,
  { metric, spdy, seed }: Wanted,
): CellFigure[] {
  const armOf = ({ arm }: Side): Arm => (arm === 'spdy' ? spdy : arm)
  const { of, over } = value
  const between = Object.keys({ ...of.at, ...over.at })
  const byFactors = new Map(cells.map((cell) => [keyOf(cell.factors), cell]))
  return cells.flatMap((cell, index): CellFigure[] => {
    if (!Object.entries(of.at ?? {}).every(([factor, level]) => cell.factors[factor] === level)) return []
    const other = byFactors.get(keyOf({ ...cell.factors, ...over.at }))
    if (other === undefined) return []
    // Rounds of two cells are independent: paired by their numbers they are resampled as any other.
    const { pairs } = pairRounds(other.valuesOf(armOf(over), metric), cell.valuesOf(armOf(of), metric))
    const measured = figureOf(value.as, columnsOf(pairs))
    if (measured === null) return []
    const factors = Object.fromEntries(
      Object.entries(cell.factors).filter(([factor]) => !between.includes(factor)),
    )
    const drawn = pairs.length < LEAST_ROUNDS ? null : resampled(value.as, pairs, measured, seed + index)
    return [{ factors, value: measured, drawn, rounds: pairs.length, pairs }]
  })
}

/** Whether a cell has one of the levels that are taken, of each factor. */
export function isAt(factors: CellFactors, where: Where = {}): boolean {
  return Object.entries(where).every(([factor, levels]) => levels.includes(factors[factor] as Level))
}

/** Each figure over, or less, the figure of the same factors among the others. */
export function besideOthers(
  figures: readonly CellFigure[],
  others: readonly CellFigure[],
  isRatio: boolean,
): CellFigure[] {
  const byFactors = new Map(others.map((figure) => [keyOf(figure.factors), figure]))
  return figures.flatMap((figure) => {
    const other = byFactors.get(keyOf(figure.factors))
    return other === undefined ? [] : [combined(figure, other, figure.factors, isRatio)]
  })
}

/** Each pair of figures that differ in the level of a factor alone. */
export function contrasts(
  figures: readonly CellFigure[],
  { factor, pairs }: Contrast,
  isRatio: boolean,
): CellFigure[] {
  const byFactors = new Map(figures.map((figure) => [keyOf(figure.factors), figure]))
  return pairs.flatMap(([high, low]) =>
    figures.flatMap((figure) => {
      const other = byFactors.get(keyOf({ ...figure.factors, [factor]: low }))
      if (figure.factors[factor] !== high || other === undefined) return []
      const { [factor]: _, ...rest } = figure.factors
      // Each of several pairs stays a figure of its own.
      return [combined(figure, other, pairs.length > 1 ? { ...rest, [factor]: high } : rest, isRatio)]
    }),
  )
}

function combined(a: CellFigure, b: CellFigure, factors: CellFactors, isRatio: boolean): CellFigure {
  const both = (x: number, y: number): number => (isRatio ? x / y : x - y)
  const drawn =
    a.drawn === null || b.drawn === null
      ? null
      : a.drawn.map((value, index) => both(value, b.drawn?.[index] as number))
  return { factors, value: both(a.value, b.value), drawn, rounds: Math.min(a.rounds, b.rounds), pairs: [] }
}

function keyOf(factors: CellFactors): string {
  return JSON.stringify(Object.entries(factors).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

interface Columns {
  readonly baseline: Float64Array
  readonly arm: Float64Array
}

function columnsOf(pairs: readonly RoundPair[]): Columns {
  return {
    baseline: Float64Array.from(pairs, (pair) => pair.baseline),
    arm: Float64Array.from(pairs, (pair) => pair.arm),
  }
}

/** Returns null without rounds, and where a ratio has a zero below it. */
function figureOf(as: CellValue['as'], { baseline, arm }: Columns): number | null {
  if (arm.length === 0) return null
  const isOfMeans = as === 'difference' || as === 'reduction'
  const middle = isOfMeans ? mean : (values: Float64Array): number => median(values) as number
  return figureOfMiddles(as, middle(baseline), middle(arm))
}

function figureOfMiddles(as: CellValue['as'], baseline: number, arm: number): number | null {
  switch (as) {
    case 'difference':
      return arm - baseline
    case 'reduction':
    case 'median reduction':
      return baseline > 0 ? 100 * (1 - arm / baseline) : null
    case 'gain':
      return arm > 0 && baseline > 0 ? baseline / arm : null
  }
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/**
 * A bootstrap over rounds. Means of few rounds scatter √((n − 1) / n) too little, and are stretched by that; medians are
 * not (`resampledGains` says why). A resample without a value, of zeros alone, is the measured one again.
 */
function resampled(
  as: CellValue['as'],
  pairs: readonly RoundPair[],
  measured: number,
  seed: number,
): Float64Array {
  const random = rng(seed)
  if (as === 'gain') return resampledGains(pairs, random, RESAMPLES).map(Math.exp)
  const n = pairs.length
  const { baseline, arm } = columnsOf(pairs)
  const isOfMeans = as === 'difference' || as === 'reduction'
  const stretch = isOfMeans ? Math.sqrt(n / (n - 1)) : 1
  const [baselineOrder, armOrder] = [ascendingOrder(baseline), ascendingOrder(arm)]
  const drawn = new Int32Array(n)
  const figures = new Float64Array(RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    drawn.fill(0)
    let [baselineSum, armSum] = [0, 0]
    for (let round = 0; round < n; round += 1) {
      const from = Math.floor(random() * n)
      drawn[from] = (drawn[from] as number) + 1
      baselineSum += baseline[from] as number
      armSum += arm[from] as number
    }
    const value = isOfMeans
      ? figureOfMiddles(as, baselineSum / n, armSum / n)
      : figureOfMiddles(as, drawnMedian(baseline, baselineOrder, drawn), drawnMedian(arm, armOrder, drawn))
    figures[resample] = value === null ? measured : measured + stretch * (value - measured)
  }
  return figures
}
