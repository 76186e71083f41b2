import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { readLoadRun } from '../../server/load/read-load-run.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { jsonText } from '../output/visible.ts'
import { findLoadRun } from './find-load-run.ts'
import { loadReportCsv } from './load-report-csv.ts'
import { loadReportLines } from './load-report-text.ts'

interface ResultsOptions {
  readonly format: Format
  readonly database: string
}

/** `towline load results`: what a load run says of its servers. */
export function loadResultsCommand(): Command {
  return new Command('results')
    .argument('[run]', 'number of the load run, or latest', 'latest')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async (name: string, { format, database }: ResultsOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const { report } = await readLoadRun(db, await findLoadRun(db, name))
      if (format === 'json') console.log(jsonText(report, 2))
      else if (format === 'csv') for (const line of loadReportCsv(report)) console.log(line)
      else for (const line of loadReportLines(report, tableWidth())) console.log(line)
    })
}
