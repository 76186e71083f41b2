import { Command, Option } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { type FieldCell, newestRelease, readCells } from '../../db/field/field-cells.ts'
import { studySites } from '../../db/field/field-studies.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { csvRecord } from '../output/table.ts'
import { jsonText } from '../output/text.ts'
import { listId } from './contributions-arguments.ts'

interface ExportOptions {
  readonly list: string
  readonly format: 'csv' | 'json'
  readonly database: string
}

type ExportedCell = FieldCell & { readonly domain: string }

/** Values as names of columns; a bin is from 1.05^i to 1.05^(i+1) ms. */
const COLUMNS: Readonly<Record<string, (cell: ExportedCell) => string | number | null>> = {
  domain: ({ domain }) => domain,
  protocol: ({ protocol }) => protocol,
  metric: ({ metric }) => metric,
  made_in: ({ madeIn }) => madeIn,
  frozen_since: ({ frozenSince }) => frozenSince,
  contributors: ({ contributors }) => contributors,
  samples: ({ samples }) => samples,
  median_ms: ({ medianMs }) => medianMs,
  low_ms: ({ lowMs }) => lowMs,
  high_ms: ({ highMs }) => highMs,
  bins: ({ bins }) => bins.map(([bin, contributors]) => `${bin}:${contributors}`).join(' '),
}

/** `towline contributions export`: the published curves of the newest release, nothing else. */
export function contributionsExportCommand(): Command {
  return new Command('export')
    .requiredOption('--list <id>', 'of this study', listId)
    .addOption(new Option('--format <format>', 'how to write it').choices(['csv', 'json']).default('csv'))
    .addOption(databaseOption())
    .action(async ({ list, format, database }: ExportOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const release = await newestRelease(db, list)
      if (release === null) throw new CliError(EXIT.noInput, `${db.name} has no release of ${list}`)
      const domains = new Map((await studySites(db, list)).map(({ site, domain }) => [site, domain]))
      const cells = (await readCells(db, release.id)).map(
        (cell): ExportedCell => ({ ...cell, domain: domains.get(cell.site) ?? '' }),
      )
      if (format === 'json') return console.log(jsonText({ ...release, cells }, 2))
      const headings = Object.keys(COLUMNS)
      console.log(headings.join(','))
      for (const cell of cells)
        console.log(
          csvRecord(
            Object.values(COLUMNS).map((column) => column(cell)),
            headings,
          ),
        )
    })
}
