import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { RESULTS } from '../../server/routes/papers.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { papersReport } from './papers-report.ts'

/** `towline papers report`: computes all of what is shown of kept samples anew. */
export function papersReportCommand(): Command {
  return new Command('report')
    .description(
      'Computes verdicts and points of figures of the kept samples anew, for the dashboard, and writes docs/results with its pictures.',
    )
    .option('--results <folder>', 'where kept runs are', RESULTS)
    .option('--docs <folder>', 'where pages go', join(import.meta.dirname, '../../docs/results'))
    .action(async ({ results, docs }: { readonly results: string; readonly docs: string }) => {
      if (!existsSync(join(docs, '../decisions')))
        throw new CliError(
          EXIT.noInput,
          `no ../decisions beside ${docs}: report writes the documents of a clone`,
        )
      for (const [file, text] of await papersReport(results, docs)) {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, text)
        console.log(file)
      }
    })
}
