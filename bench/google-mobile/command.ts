import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { databaseOption } from '../../cli/options/database.ts'
import { COMMAND } from '../../cli/options/entry.ts'
import { readReport } from '../../cli/replay/read-report.ts'
import { findRecorded } from '../../cli/survey/find-recorded.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { type LabRunRow, labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import { reductionBars } from './bars.ts'
import { cellFacts } from './cell-facts.ts'
import { resultsDocument } from './document.ts'
import { measuredPages } from './measured-page.ts'
import { runFacts } from './run-facts.ts'

const PLAN = 'google-mobile'

interface Options {
  readonly database: string
  readonly folder: string
  readonly machine?: string
}

/** `write-google-mobile`: the document of a run of `google-mobile`, and its picture. */
export function writeGoogleMobileCommand(): Command {
  return new Command('write-google-mobile')
    .description(`Writes docs/results/${PLAN}.md and its picture from a lab run of that plan.`)
    .argument('[run]', `number of the lab run, or latest of ${PLAN}`, 'latest')
    .option('--machine <text>', 'what it ran on, for readers')
    .option('--folder <folder>', 'where the two files go', 'docs/results')
    .addOption(databaseOption())
    .action(async (name: string, { database, machine, folder }: Options) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const run = await findGoogleRun(db, name)
      const report = await readReport(db, run)
      const pages = measuredPages(report, await cellFacts(db, run.id))
      if (pages.length === 0)
        throw new CliError(EXIT.noInput, `lab run ${run.id} has no valid load of its pages`)
      const arms = report.arms.map(({ arm }) => arm)
      const facts = await runFacts(db, run)
      const results = { run, facts, rows: report.rows, arms, pages, machine: machine ?? null }
      await writeFile(join(folder, `${PLAN}.md`), resultsDocument(results))
      await writeFile(join(folder, `${PLAN}.svg`), reductionBars(pages, arms))
    })
}

function findGoogleRun(db: Database, name: string): Promise<LabRunRow> {
  return findRecorded(db, name, {
    what: `lab run of ${PLAN}`,
    latest: async (from) => (await listLabRuns(from)).find((run) => run.name === PLAN) ?? null,
    byId: labRunById,
    list: null,
    make: `${COMMAND} lab run ${PLAN}`,
  })
}
