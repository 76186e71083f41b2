import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'
import { type Column, csvLines } from '../output/table.ts'
import { FIGURE_ROWS } from './load-figure-rows.ts'
import type { LoadReport } from './load-report.ts'

interface CsvRow {
  readonly server: string
  readonly arm: string
  readonly figure: string
  readonly unit: string
  readonly found: RepeatedFigure
}

const COLUMNS: readonly Column<CsvRow>[] = [
  { heading: 'server', cell: ({ server }) => server },
  { heading: 'arm', cell: ({ arm }) => arm },
  { heading: 'figure', cell: ({ figure }) => figure },
  { heading: 'unit', cell: ({ unit }) => unit },
  { heading: 'n', cell: ({ found }) => found.n },
  { heading: 'value', cell: ({ found }) => found.value },
  { heading: 'low', cell: ({ found }) => found.interval?.[0] ?? null },
  { heading: 'high', cell: ({ found }) => found.interval?.[1] ?? null },
  { heading: 'lower_bound', cell: ({ found }) => found.bound },
]

/** A line for each figure of each arm, and for each ratio to the baseline that is known. */
export function* loadReportCsv({ arms, baseline }: LoadReport): Iterable<string> {
  const rows = arms.flatMap(({ server, arm, figures, ratios }) =>
    FIGURE_ROWS.flatMap(({ name, unit, divisor }): CsvRow[] => {
      const [found, ratio] = [figures[name], ratios[name]]
      const place = { server, arm, figure: name }
      return [
        ...(found === null ? [] : [{ ...place, unit, found: scaled(found, divisor) }]),
        ...(ratio === null ? [] : [{ ...place, unit: `times ${baseline}`, found: ratio }]),
      ]
    }),
  )
  yield* csvLines(rows, COLUMNS)
}

function scaled({ value, interval, ...rest }: RepeatedFigure, divisor: number): RepeatedFigure {
  return {
    ...rest,
    value: value / divisor,
    interval: interval && [interval[0] / divisor, interval[1] / divisor],
  }
}
