import { Command } from 'commander'
import { paperStatements } from '../../figures/paper-statements.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { RESULTS } from '../../server/routes/papers.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { csvText, figureLines } from '../output/figure-text.ts'
import { type Format, formatOption } from '../output/format.ts'
import { jsonText, noteWidth, tableWidth, wrap } from '../output/text.ts'
import { papersKeepCommand } from './keep.ts'
import { readKeptLoadRuns } from './kept-load-runs.ts'
import { readKeptRuns } from './read-kept-runs.ts'
import { papersReportCommand } from './report.ts'
import { decidingRuns, statementRows } from './statement-rows.ts'

interface PapersOptions {
  readonly results: string
  readonly format: Format
}

/** `towline papers`: what the papers say, and what kept samples say of it. Verdicts are computed anew each time. */
export function papersCommand(): Command {
  return new Command('papers')
    .argument(
      '[id]',
      `a paper (${PAPERS.map(({ id }) => id).join(', ')}) or an entry, such as elkhatib:figure-2`,
    )
    .option('--results <folder>', 'where kept runs are', RESULTS)
    .addOption(formatOption())
    .action(async (id: string | undefined, { results, format }: PapersOptions) => {
      const wanted = id ?? null
      if (wanted !== null && !isKnown(wanted))
        throw new CliError(EXIT.usage, `no paper and no entry is called ${wanted}: docs/papers.md lists them`)
      const rows = statementRows(
        decidingRuns(await readKeptRuns(results)),
        await readKeptLoadRuns(results),
        wanted,
      )
      if (format === 'json') console.log(jsonText({ rows }, 2))
      else if (format === 'csv') console.log(csvText(figureCsv(paperStatements, { rows })))
      else {
        const width = tableWidth()
        if (wanted?.includes(':'))
          for (const line of wrap(`${rows[0]?.place}: ${rows[0]?.says}`, noteWidth(width))) console.log(line)
        for (const line of figureLines(paperStatements, { rows }, width)) console.log(line)
      }
    })
    .addCommand(papersKeepCommand())
    .addCommand(papersReportCommand())
}

function isKnown(wanted: string): boolean {
  return PAPERS.some(
    (paper) => paper.id === wanted || paper.entries.some((entry) => entryReference(paper, entry) === wanted),
  )
}
