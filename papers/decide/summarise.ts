import { ascending } from '../../stats/ascending.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { rng } from '../../stats/rng.ts'
import { spearman } from '../../stats/tests/spearman.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import type { PrintedCell, Summary } from '../rule.ts'
import { type CellFigure, RESAMPLES } from './cell-figures.ts'
import type { Estimate } from './verdict.ts'

/** The two-sided 95 % interval leaves so much on each side. */
const TAIL = 0.025

/** One figure of the values of cells; null where there is none. */
export function summarise(
  figures: readonly CellFigure[],
  summary: Summary,
  { seed }: { readonly seed: number },
): Estimate | null {
  if (figures.length === 0) return null
  switch (summary.is) {
    case 'mean':
    case 'geometric mean':
      return byResamples(figures, summary.is === 'mean' ? mean : geometric)
    case 'largest':
    case 'smallest':
      return extreme(figures, summary.is, seed)
    case 'share':
      return shareOf(figures, summary.which, seed)
    case 'rank correlation':
      return correlation(figures, summary.printed, seed)
    case 'slope':
      return byResamples(figures, slope(figures, summary))
  }
}

type OverCells = (values: Float64Array) => number | null

const mean: OverCells = (values) => {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
const geometric: OverCells = (values) =>
  values.every((value) => value > 0) ? (geometricMean(values) ?? null) : null

/** The percentile interval of a figure over all cells, of these cells: the i-th resample of each is one of all. */
function byResamples(figures: readonly CellFigure[], over: OverCells): Estimate | null {
  const value = over(Float64Array.from(figures, (figure) => figure.value))
  if (value === null) return null
  if (figures.some(({ drawn }) => drawn === null)) return { value, low: null, high: null }
  // One array for all resamples: to make each anew takes longer than what is computed of it.
  const values = new Float64Array(figures.length)
  const columns = figures.map(({ drawn }) => drawn as Float64Array)
  const resampled = Array.from({ length: RESAMPLES }, (_, resample) => {
    for (let cell = 0; cell < columns.length; cell += 1) values[cell] = columns[cell]?.[resample] as number
    return over(values)
  })
  return { value, ...limitsOf(resampled) }
}

function limitsOf(drawn: readonly (number | null)[]): Pick<Estimate, 'low' | 'high'> {
  const sorted = ascending(drawn.filter((value) => value !== null))
  // A figure that some resamples do not have is not known well enough for limits.
  if (sorted.length < drawn.length * (1 - TAIL)) return { low: null, high: null }
  return {
    low: quantileOfSorted(sorted, TAIL) ?? null,
    high: quantileOfSorted(sorted, 1 - TAIL) ?? null,
  }
}

/** The cell with the largest or smallest value, and the interval of this cell: that it was chosen is not in it. */
function extreme(
  figures: readonly CellFigure[],
  which: 'largest' | 'smallest',
  seed: number,
): Estimate | null {
  const sorted = figures.toSorted((a, b) => a.value - b.value)
  const found = which === 'largest' ? sorted.at(-1) : sorted[0]
  if (found === undefined) return null
  const isGain = found.pairs.length > 0 && found.pairs.every(({ baseline, arm }) => baseline > 0 && arm > 0)
  const compared = isGain ? compareArms({ pairs: found.pairs, seed }) : null
  // The interval by Student's quantile is wider than the percentiles of some ten rounds, which are too narrow for one cell.
  if (compared?.gain != null && Math.abs(compared.gain - found.value) < 1e-9)
    return {
      value: found.value,
      low: compared.gainInterval?.[0] ?? null,
      high: compared.gainInterval?.[1] ?? null,
    }
  return byResamples([found], mean)
}

/** Counts cells with an interval of their own, with Wilson's interval. */
function shareOf(figures: readonly CellFigure[], which: 'faster' | 'slower', seed: number): Estimate | null {
  const verdicts = figures
    .filter(({ pairs }) => pairs.every(({ baseline, arm }) => baseline > 0 && arm > 0))
    .map(({ pairs }) => compareArms({ pairs, seed }).verdict)
    .filter((verdict) => verdict !== 'too few rounds')
  const interval = wilson(verdicts.filter((verdict) => verdict === which).length, verdicts.length)
  return interval === null ? null : { value: interval.share, low: interval.low, high: interval.high }
}

/** Cells are drawn again as well as rounds: how alike two orders are hangs on which conditions there are. */
function correlation(
  figures: readonly CellFigure[],
  printed: readonly PrintedCell[],
  seed: number,
): Estimate | null {
  // A printed mean over several conditions stands beside the mean of ours.
  const both = printed.flatMap(({ at, value: x }) => {
    const some = figures.filter(({ factors }) =>
      Object.entries(at).every(([factor, level]) => factors[factor] === level),
    )
    return some.length === 0 ? [] : [{ printed: x, some }]
  })
  const meanOf = (some: readonly CellFigure[], of: (figure: CellFigure) => number): number =>
    some.reduce((sum, figure) => sum + of(figure), 0) / some.length
  const value = spearman(
    both.map(({ some, printed: x }) => ({ x, y: meanOf(some, ({ value }) => value) })),
  )?.rho
  if (value === undefined) return null
  if (both.length < 4 || figures.some(({ drawn }) => drawn === null)) return { value, low: null, high: null }
  const random = rng(seed)
  const drawn = Array.from({ length: RESAMPLES }, (_, resample) => {
    const points = both.map(() => {
      const one = both[Math.floor(random() * both.length)] as (typeof both)[number]
      return { x: one.printed, y: meanOf(one.some, ({ drawn: all }) => all?.[resample] as number) }
    })
    return spearman(points)?.rho ?? null
  })
  return { value, ...limitsOf(drawn) }
}

/** The line through the origin by least squares; null where some page never gains. */
function slope(figures: readonly CellFigure[], { factor, sizes }: Summary & { is: 'slope' }): OverCells {
  const pages = Object.keys(sizes)
  const levels = [...new Set(figures.map(({ factors }) => Number(factors[factor])))].toSorted((a, b) => a - b)
  return (values) => {
    const gains = Map.groupBy(
      figures.map((figure, index) => ({ ...figure, gain: values[index] as number })),
      ({ factors }) => `${factors.page} ${factors[factor]}`,
    )
    const fewest = pages.map((page) =>
      levels.find((level) => {
        const own = gains.get(`${page} ${level}`)?.map(({ gain }) => gain)
        return own !== undefined && (geometricMean(own) ?? 0) > 1
      }),
    )
    if (fewest.some((level) => level === undefined)) return null
    const size = pages.map((page) => sizes[page] as number)
    const sum = (of: (index: number) => number): number => size.reduce((so, _, index) => so + of(index), 0)
    return (
      sum((index) => (size[index] as number) * (fewest[index] as number)) /
      sum((index) => (size[index] as number) ** 2)
    )
  }
}
