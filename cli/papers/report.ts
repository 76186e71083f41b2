import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { RESULTS } from '../../server/routes/papers.ts'
import { papersReport } from './papers-report.ts'

/** `towline papers report`: computes all of what is shown of kept samples anew. */
export function papersReportCommand(): Command {
  return new Command('report')
    .description(
      'Computes verdicts and points of figures of the kept samples anew, for the dashboard, and writes docs/results/papers.md.',
    )
    .option('--results <folder>', 'where kept runs are', RESULTS)
    .option('--page <file>', 'the page', join(import.meta.dirname, '../../docs/results/papers.md'))
    .action(async ({ results, page }: { readonly results: string; readonly page: string }) => {
      const files = await papersReport(results, page)
      for (const [file, text] of files) {
        await writeFile(file, text)
        console.log(file)
      }
    })
}
