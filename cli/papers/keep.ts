import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { RESULTS } from '../../server/routes/papers.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { findLabRun } from '../lab/find-lab-run.ts'
import { databaseOption } from '../options/database.ts'
import { countText } from '../output/count-text.ts'
import { writeKeptRun } from './write-kept-run.ts'

interface KeepOptions {
  readonly results: string
  readonly unfinished?: true
  readonly database: string
}

/** `towline papers keep`: writes the samples of a lab run as Parquet, to be committed and to decide statements. */
export function papersKeepCommand(): Command {
  return new Command('keep')
    .description(
      'Keeps the samples, cells, links, versions, commit and seed of a lab run as Parquet, in place of what was kept of its plan.',
    )
    .argument('[run]', 'number of the lab run, or latest', 'latest')
    .option('--results <folder>', 'where kept runs are', RESULTS)
    .option('--unfinished', 'keep a run that has not come to its end')
    .addOption(databaseOption())
    .action(async (name: string, { results, unfinished, database }: KeepOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const run = await findLabRun(db, name)
      if (run.state !== 'finished' && unfinished !== true)
        throw new CliError(
          EXIT.usage,
          `lab run ${run.id} is ${run.state}: --resume finishes it, --unfinished keeps it so`,
        )
      const written = await writeKeptRun(db, run, results)
      if (written === null) throw new CliError(EXIT.noInput, `lab run ${run.id} has no samples`)
      const { folder, facts, samples, bytes } = written
      const each = Math.round(bytes / samples)
      console.log(
        `${folder}: ${countText(samples, 'sample')} of ${facts.source}, ${bytes} bytes, ${each} a sample`,
      )
    })
}
