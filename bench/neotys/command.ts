import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { databaseOption } from '../../cli/options/database.ts'
import { COMMAND } from '../../cli/options/entry.ts'
import { findRecorded } from '../../cli/survey/find-recorded.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { type LoadRunRow, listLoadRuns, loadRunById } from '../../db/load/load-runs.ts'
import { secondsOf } from '../../db/load/load-seconds.ts'
import { type LoadReport, type ReadLoad, readLoadRun } from '../../server/load/read-load-run.ts'
import { besideNeotysBars } from './bars.ts'
import { neotysDocument } from './document.ts'
import { type LimitedLoad, limitingOf } from './limiting.ts'

const PLAN = 'neotys'

interface Options {
  readonly database: string
  readonly folder: string
  readonly machine?: string
}

/** `write-neotys`: the document of a load run of `neotys`, and its picture. */
export function writeNeotysCommand(): Command {
  return new Command('write-neotys')
    .description(`Writes docs/results/${PLAN}.md and its picture from a load run of that plan.`)
    .argument('[run]', `number of the load run, or latest of ${PLAN}`, 'latest')
    .option('--machine <text>', 'what it ran on, for readers')
    .option('--folder <folder>', 'where the two files go', 'docs/results')
    .addOption(databaseOption())
    .action(async (name: string, { database, machine, folder }: Options) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const run = await findNeotysRun(db, name)
      const { report, loads } = await readLoadRun(db, run)
      if (report.arms.length === 0)
        throw new CliError(EXIT.noInput, `load run ${run.id} has no load that came to its end`)
      const limited = await limitedLoads(db, report, loads)
      await writeFile(
        join(folder, `${PLAN}.md`),
        neotysDocument({ report, loads, limited, machine: machine ?? null, picture: `${PLAN}.svg` }),
      )
      await writeFile(join(folder, `${PLAN}.svg`), besideNeotysBars(report.arms))
    })
}

/** What each load that came to its end was limited by. */
async function limitedLoads(
  db: Database,
  { run, plan: { ramp, slaMs, connectLimitMs, apache } }: LoadReport,
  loads: readonly ReadLoad[],
): Promise<LimitedLoad[]> {
  const found: LimitedLoad[] = []
  for (const { row, figures } of loads) {
    if (figures === null) continue
    const workers = row.server === 'apache' ? (apache?.workers ?? null) : null
    const options = { intervalMs: ramp.intervalMs, limitMs: slaMs, connectLimitMs, workers }
    const seconds = await secondsOf(db, run.id, row.load)
    found.push({ server: row.server, arm: row.arm, ...limitingOf(seconds, options) })
  }
  return found
}

function findNeotysRun(db: Database, name: string): Promise<LoadRunRow> {
  return findRecorded(db, name, {
    what: `load run of ${PLAN}`,
    latest: async (from) => (await listLoadRuns(from)).find((run) => run.name === PLAN) ?? null,
    byId: loadRunById,
    list: null,
    make: `${COMMAND} load run ${PLAN}`,
  })
}
