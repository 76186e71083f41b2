import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { RESULTS } from '../../server/routes/papers.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { findLabRun } from '../lab/find-lab-run.ts'
import { findLoadRun } from '../load/find-load-run.ts'
import { databaseOption } from '../options/database.ts'
import { countText } from '../output/text.ts'
import { writeKeptLoadRun } from './kept-load-runs.ts'
import { writeKeptRun } from './write-kept-run.ts'

interface KeepOptions {
  readonly load?: true
  readonly results: string
  readonly unfinished?: true
  readonly database: string
}

/** `towline papers keep`: writes the samples of a lab run or load run as Parquet, to be committed and to decide statements. */
export function papersKeepCommand(): Command {
  return new Command('keep')
    .description(
      'Keeps the samples, cells, links, versions, commit and seed of a lab run as Parquet, in place of what was kept of its plan; ' +
        'of a load run what its figures are computed from, a long ramp beside a short one.',
    )
    .argument('[run]', 'number of the lab run, or latest', 'latest')
    .option('--load', 'the run is a load run')
    .option('--results <folder>', 'where kept runs are', RESULTS)
    .option('--unfinished', 'keep a run that has not come to its end')
    .addOption(databaseOption())
    .action(async (name: string, { load, results, unfinished, database }: KeepOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const run = load === true ? await findLoadRun(db, name) : await findLabRun(db, name)
      const what = `${load === true ? 'load' : 'lab'} run ${run.id}`
      if (run.state !== 'finished' && unfinished !== true)
        throw new CliError(
          EXIT.usage,
          `${what} is ${run.state}: --resume finishes it, --unfinished keeps it so`,
        )
      if (load === true) {
        const kept = await writeKeptLoadRun(db, run, results)
        if (kept === null) throw new CliError(EXIT.noInput, `${what} has no load that came to its end`)
        console.log(`${kept.folder}: ${countText(kept.loads, 'load')}, ${kept.bytes} bytes`)
        return
      }
      const written = await writeKeptRun(db, run, results)
      if (written === null) throw new CliError(EXIT.noInput, `${what} has no samples`)
      const { folder, facts, samples, bytes } = written
      const each = Math.round(bytes / samples)
      console.log(
        `${folder}: ${countText(samples, 'sample')} of ${facts.source}, ${bytes} bytes, ${each} a sample`,
      )
    })
}
