import { type LoadFigureRow, loadFigureRows } from '../../server/load/load-figure-rows.ts'
import type { LoadReport } from '../../server/load/read-load-run.ts'
import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'
import { type Column, csvLines } from '../output/table.ts'

type Row = LoadFigureRow<RepeatedFigure>

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'server', cell: ({ server }) => server },
  { heading: 'arm', cell: ({ arm }) => arm },
  { heading: 'figure', cell: ({ figure }) => figure },
  { heading: 'unit', cell: ({ unit }) => unit },
  { heading: 'n', cell: ({ found }) => found.n },
  { heading: 'value', cell: ({ found, divisor }) => found.value / divisor },
  { heading: 'low', cell: ({ found, divisor }) => found.interval && found.interval[0] / divisor },
  { heading: 'high', cell: ({ found, divisor }) => found.interval && found.interval[1] / divisor },
  { heading: 'lower_bound', cell: ({ found }) => found.bound },
  { heading: 'verdict', cell: ({ verdict }) => verdict },
  { heading: 'cost_users', cell: ({ costTime }) => costTime?.users ?? null },
  { heading: 'cost_end', cell: ({ costTime }) => costTime?.end ?? null },
]

/** A line for each figure of each arm, and for each ratio to the baseline that is known. */
export function loadReportCsv({ arms, baseline }: LoadReport): Iterable<string> {
  return csvLines(loadFigureRows(arms, baseline), COLUMNS)
}
