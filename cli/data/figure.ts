import { Argument, Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { PLAIN_FIGURES } from '../../figures/plain-figures.ts'
import { PLAIN_ROWS, SUBJECTS } from '../../server/figures/plain-rows.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { csvText, figureLines } from '../output/figure-text.ts'
import { type Format, formatOption } from '../output/format.ts'
import { textTable } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'

interface FigureOptions {
  readonly format: Format
  readonly database: string
}

/** `towline figure`: a plain figure as the dashboard shows it; without a name the list of them. */
export function figureCommand(): Command {
  return new Command('figure')
    .addArgument(new Argument('[name]', 'of the figure').choices(PLAIN_FIGURES.map(({ slug }) => slug)))
    .addArgument(
      new Argument(
        '[number]',
        'of the campaign, survey or lab run (default: the newest that can answer)',
      ).argParser(wholeNumber(1, 2 ** 31 - 1)),
    )
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async (slug: string | undefined, number: number | undefined, options: FigureOptions) => {
      const figure = PLAIN_FIGURES.find((each) => each.slug === slug)
      if (figure === undefined) return listFigures()
      await using db = await openDatabase({ url: options.database, readOnly: true })
      const { byDefault, isThere } = SUBJECTS[figure.of]
      const id = number ?? (await byDefault(db)).id
      if (id === null) throw new CliError(EXIT.noInput, `there is no ${figure.of} yet that can answer`)
      if (!(await isThere(db, id))) throw new CliError(EXIT.noInput, `there is no ${figure.of} ${id}`)
      const answer = await PLAIN_ROWS[figure.name](db, id)
      if (options.format === 'json') console.log(jsonText(answer, 2))
      else if (options.format === 'csv') console.log(csvText(figureCsv(figure, answer)))
      else {
        console.log(`${figure.of} ${id}`)
        for (const line of figureLines(figure, answer, tableWidth())) console.log(line)
        if (answer.rows.length === 0) console.log('it has no rows for this figure')
      }
    })
}

function listFigures(): void {
  const columns = [
    { heading: 'figure', cell: ({ slug }: (typeof PLAIN_FIGURES)[number]) => slug },
    { heading: 'of', cell: ({ of }: (typeof PLAIN_FIGURES)[number]) => of },
    { heading: 'what it is', cell: ({ description }: (typeof PLAIN_FIGURES)[number]) => description },
  ]
  console.log(textTable(PLAIN_FIGURES, columns, tableWidth()))
}
