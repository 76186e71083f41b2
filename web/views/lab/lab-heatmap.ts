import type { HeatmapCell, HeatmapData, HeatmapRow } from '../../charts/heatmap.ts'
import type { LabArrangement } from './lab-arrangement.ts'
import { type GainRow, type LabFactor, type LabLevel, levelKey, rowPage } from './lab-factors.ts'
import type { LabScale } from './lab-scale.ts'
import { replayMark } from './replay-mark.ts'

/** Pages down, with the levels of the other conditions below each; `rows` are what is shown, of one arm. */
export function heatmapData(
  rows: readonly GainRow[],
  { x, others }: LabArrangement,
  scale: LabScale,
): HeatmapData {
  const each = others.filter(({ held }) => held === 'each').map(({ factor }) => factor)
  const pages = [...new Set(rows.map(rowPage))]
  // One for all lines of a page: they share what stands above them.
  const marks = new Map(pages.map((page) => [page, replayMark(rows.filter((row) => rowPage(row) === page))]))
  const levels = combinations(each)
  const lines = pages.flatMap((page) =>
    levels.flatMap((combination) => {
      const matching = rows.filter(
        (row) =>
          rowPage(row) === page &&
          combination.every(({ factor, level }) => levelKey(row, factor) === level.key),
      )
      const label = combination.map(({ level }) => level.words).join(', ')
      return matching.length === 0
        ? []
        : [
            {
              matching,
              key: `${page} ${label}`,
              group: page === null ? null : `${page}${marks.get(page)}`,
              label,
            },
          ]
    }),
  )
  const columns = x?.levels ?? [null]
  return {
    scale: scale.heat,
    measure: scale.measure,
    xLabel: x?.label ?? '',
    yLabel: each.length === 0 ? 'page' : 'page, condition',
    columns: columns.map((level) => level?.text ?? ''),
    rows: lines.map(({ key, group, label }): HeatmapRow => ({ key, group, label })),
    cells: lines.flatMap(({ key, matching }) =>
      columns.map((level) =>
        cellOf(
          key,
          level?.text ?? '',
          x === null || level === null ? matching : matching.filter((row) => levelKey(row, x) === level.key),
          scale,
        ),
      ),
    ),
  }
}

type Combination = readonly { readonly factor: LabFactor; readonly level: LabLevel }[]

function combinations(factors: readonly LabFactor[]): readonly Combination[] {
  return factors.reduce<readonly Combination[]>(
    (made, factor) => made.flatMap((one) => factor.levels.map((level) => [...one, { factor, level }])),
    [[]],
  )
}

function cellOf(row: string, column: string, rows: readonly GainRow[], scale: LabScale): HeatmapCell {
  const known = rows.flatMap((one) => {
    const value = scale.value(one)
    return value === null ? [] : [{ ...one, value }]
  })
  const [only] = known.length === 1 ? known : []
  return {
    row,
    column,
    value: scale.pool(known.map(({ value }) => value)),
    interval: only === undefined ? null : scale.interval(only),
    result: only === undefined ? null : scale.resultWords(only.change),
    certain: only?.change === 'less' || only?.change === 'more',
    conditions: known.length,
    n: known.reduce((sum, { n }) => sum + n, 0),
  }
}
