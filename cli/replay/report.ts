import { Command, Option } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { type LabRunRow, labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import { labVantages } from '../../db/lab/lab-vantages.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { defaultReplay } from '../../server/defaults/default-lab-run.ts'
import { replayExchanges } from '../../server/figures/replay-exchanges.ts'
import { csvLines } from '../../server/http/csv.ts'
import { replayTable } from '../../server/replay/replay-table.ts'
import { runRecordings } from '../../server/replay/run-recordings.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { findRecorded } from '../survey/find-recorded.ts'
import { readReport } from './read-report.ts'
import { replayReportHtml } from './report-html.ts'
import { replayReportLines } from './report-text.ts'

const FORMATS = ['table', 'csv', 'json', 'html'] as const

interface ReportOptions {
  readonly baseline?: Arm
  readonly format: (typeof FORMATS)[number]
  readonly database: string
}

/** `towline replay report`: what a replay gained page by page, and how faithful it was. */
export function replayReportCommand(): Command {
  return new Command('report')
    .description('What a replay gained page by page, and how faithful it was.')
    .argument('[run]', 'number of a lab run; default: the newest one that replays recordings', 'latest')
    .addOption(
      new Option('--baseline <arm>', 'what the others are compared with (default: that of the plan)').choices(
        ARM_NAMES,
      ),
    )
    .addOption(
      new Option('--format <format>', 'how to print it; html: one page with all of it')
        .choices(FORMATS)
        .default('table'),
    )
    .addOption(databaseOption())
    .action(async (name: string, { baseline, format, database }: ReportOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const row = await findReplayRun(db, name)
      const report = await readReport(db, row, baseline)
      const run = { ...row, vantages: (await labVantages(db)).get(row.id) ?? [] }
      // A line of the CSV is a page: its exchanges are `towline figure replay-exchanges --format csv`.
      if (format === 'csv')
        process.stdout.write(csvLines(replayTable(report), { withHeading: true }).replaceAll('\r\n', '\n'))
      else {
        const exchanges = await replayExchanges(db, row.id)
        if (format === 'json') console.log(jsonText({ run, ...report, exchanges: exchanges.rows }, 2))
        else if (format === 'html') process.stdout.write(replayReportHtml(run, report, exchanges))
        else for (const line of replayReportLines(run, report, exchanges, tableWidth())) console.log(line)
      }
    })
}

/** The lab run that `7` names, or the newest that replays recordings. */
function findReplayRun(db: Database, name: string): Promise<LabRunRow> {
  return findRecorded(db, name, {
    what: 'lab run with recorded pages',
    latest: async (from) => (await listLabRuns(from)).find((run) => runRecordings(run).length > 0) ?? null,
    byId: labRunById,
    list: null,
    make: `${COMMAND} replay FOLDER`,
    opening: defaultReplay,
  })
}
