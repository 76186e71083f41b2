import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { labReport } from '../../cli/lab/lab-report.ts'
import { databaseOption } from '../../cli/options/database.ts'
import { COMMAND } from '../../cli/options/entry.ts'
import { findRecorded } from '../../cli/survey/find-recorded.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { type LabRunRow, labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import { measuredLabCells } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { SortedSeriesCache } from '../../server/comparisons/sorted-series.ts'
import { readLabCdf } from '../../server/lab/lab-cdf.ts'
import { readLabShares } from '../../server/lab/lab-shares.ts'
import { runFacts } from '../google-mobile/run-facts.ts'
import { resultsDocument } from './document.ts'
import type { MeasuredRun } from './results.ts'

const [SWEEP, PAGES] = ['epload', 'epload-pages'] as const
const BASELINE: Arm = 'h1'
const ARMS: readonly Arm[] = ['h2', 'h3']

interface Options {
  readonly database: string
  readonly out: string
  readonly machine?: string
}

/** `write-epload`: the document of the newest runs of `epload` and `epload-pages`. */
export function writeEploadCommand(): Command {
  return new Command('write-epload')
    .description(`Writes docs/results/${SWEEP}.md from lab runs of ${SWEEP} and ${PAGES}.`)
    .argument('[run]', `number of the lab run of ${SWEEP}, or latest`, 'latest')
    .option('--machine <text>', 'what it ran on, for readers')
    .option('--out <folder>', 'where the file goes', 'docs/results')
    .addOption(databaseOption())
    .action(async (name: string, { database, machine, out }: Options) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const sweep = await findRecorded(db, name, {
        what: `lab run of ${SWEEP}`,
        latest: (from) => newestOf(from, SWEEP),
        byId: labRunById,
        list: null,
        make: `${COMMAND} lab run ${SWEEP}`,
      })
      const pages = await newestOf(db, PAGES)
      const text = resultsDocument({
        sweep: await measuredRun(db, sweep),
        pages: pages === null ? null : await measuredRun(db, pages),
        ...{ baseline: BASELINE, arms: ARMS, machine: machine ?? null },
      })
      await writeFile(join(out, `${SWEEP}.md`), text)
    })
}

async function newestOf(db: Database, plan: string): Promise<LabRunRow | null> {
  return (await listLabRuns(db)).find(({ name }) => name === plan) ?? null
}

async function measuredRun(db: Database, run: LabRunRow): Promise<MeasuredRun> {
  const times = await measuredLabCells(db, run.id, 'plt_ms')
  const source = { db, series: new SortedSeriesCache(db) }
  return {
    run,
    facts: await runFacts(db, run),
    times,
    retransmissions: await measuredLabCells(db, run.id, 'retransmissions'),
    retransmissionCdf: await readLabCdf(source, run.id, 'retransmissions'),
    shares: await readLabShares(source, run.id),
    report: labReport(times, { metric: 'plt_ms', baseline: BASELINE, seed: run.seed }),
  }
}
