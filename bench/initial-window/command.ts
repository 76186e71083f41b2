import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { databaseOption } from '../../cli/options/database.ts'
import { COMMAND } from '../../cli/options/entry.ts'
import { findRecorded } from '../../cli/survey/find-recorded.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import { measuredLabCells } from '../../lab/run/measured-cells.ts'
import { labInitialWindowAnswer } from '../../server/lab/window-answer.ts'
import { runFacts } from '../google-mobile/run-facts.ts'
import { resultsDocument } from './document.ts'

const PLAN = 'initial-window'

interface Options {
  readonly database: string
  readonly out: string
  readonly machine?: string
}

/** `write-initial-window`: the document of the newest run of `initial-window`. */
export function writeInitialWindowCommand(): Command {
  return new Command('write-initial-window')
    .description(`Writes docs/results/${PLAN}.md from a lab run of ${PLAN}.`)
    .argument('[run]', `number of the lab run of ${PLAN}, or latest`, 'latest')
    .option('--machine <text>', 'what it ran on, for readers')
    .option('--out <folder>', 'where the file goes', 'docs/results')
    .addOption(databaseOption())
    .action(async (name: string, { database, machine, out }: Options) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const run = await findRecorded(db, name, {
        what: `lab run of ${PLAN}`,
        latest: async (from) => (await listLabRuns(from)).find((each) => each.name === PLAN) ?? null,
        byId: labRunById,
        list: null,
        make: `${COMMAND} lab run ${PLAN}`,
      })
      const text = resultsDocument({
        run,
        facts: await runFacts(db, run),
        times: await measuredLabCells(db, run.id, 'plt_ms'),
        retransmissions: await measuredLabCells(db, run.id, 'retransmissions'),
        windows: await labInitialWindowAnswer(db, run),
        machine: machine ?? null,
      })
      await writeFile(join(out, `${PLAN}.md`), text)
    })
}
