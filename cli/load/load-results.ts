import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { type LoadFigureRow, loadFigureRows } from '../../server/load/load-figure-rows.ts'
import { type LoadReport, readLoadRun } from '../../server/load/read-load-run.ts'
import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption, print } from '../output/format.ts'
import { type Column, csvLines } from '../output/table.ts'
import { tableWidth } from '../output/text.ts'
import { findLoadRun } from './find-load-run.ts'
import { loadReportLines } from './load-report-text.ts'

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
function loadReportCsv({ arms, baseline }: LoadReport): Iterable<string> {
  return csvLines(loadFigureRows(arms, baseline), COLUMNS)
}

interface ResultsOptions {
  readonly format: Format
  readonly database: string
}

export function loadResultsCommand(): Command {
  return new Command('results')
    .argument('[run]', 'number of the load run, or latest', 'latest')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async (name: string, { format, database }: ResultsOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const { report } = await readLoadRun(db, await findLoadRun(db, name))
      print(format, {
        json: report,
        csv: () => loadReportCsv(report),
        table: () => loadReportLines(report, tableWidth()),
      })
    })
}
