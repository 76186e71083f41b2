import { Command } from 'commander'
import { readBytes } from '../../crawler/files/read-file.ts'
import { CablelabsCsvError, type ClientConditions, parseCablelabsCsv } from '../../stats/lab/cablelabs-csv.ts'
import {
  type CablelabsCase,
  type CablelabsTables,
  cablelabsTables,
  type GainCell,
} from '../../stats/lab/cablelabs-tables.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { type Format, formatOption } from '../output/format.ts'
import { csvRecord } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { tablesLines } from './tables-text.ts'

interface TablesOptions {
  readonly client?: string
  readonly format: Format
}

/** `towline tables cablelabs`: the papers' tables, made from a file of medians. */
export function cablelabsCommand(): Command {
  return new Command('cablelabs')
    .argument('<file>', 'CSV of median page load times, one condition a line')
    .option('--client <client>', 'whose conditions, where the file holds several clients')
    .addOption(formatOption())
    .action(async (file: string, { client, format }: TablesOptions) => {
      const chosen = chooseClient(file, await readClients(file), client)
      const tables = cablelabsTables(chosen.conditions)
      if (tables === undefined) throw new CliError(EXIT.data, `${file}: no conditions`)
      if (format === 'json')
        console.log(
          jsonText({ file, client: chosen.client, conditions: chosen.conditions.length, ...tables }, 2),
        )
      else if (format === 'csv') for (const line of tablesCsv(tables)) console.log(line)
      else for (const line of tablesLines(chosen, tables, tableWidth())) console.log(line)
    })
}

const MAX_CSV_BYTES = 100_000_000

export async function readClients(file: string): Promise<readonly ClientConditions[]> {
  try {
    return parseCablelabsCsv(
      new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(file, { maxBytes: MAX_CSV_BYTES })),
    )
  } catch (error) {
    if (error instanceof CablelabsCsvError) throw new CliError(EXIT.data, `${file}: ${error.message}`)
    if (error instanceof TypeError)
      throw new CliError(EXIT.data, `${file}: not text in UTF-8`, { cause: error })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EISDIR') throw new CliError(EXIT.noInput, `${file}: a folder, not a file`, { cause: error })
    throw error
  }
}

export function chooseClient(
  file: string,
  clients: readonly ClientConditions[],
  name: string | undefined,
): ClientConditions {
  const [only, ...others] = name === undefined ? clients : clients.filter(({ client }) => client === name)
  if (only !== undefined && others.length === 0) return only
  const names = clients.map(({ client }) => client).join(', ')
  throw new CliError(
    EXIT.usage,
    name === undefined
      ? `${file} holds several clients: choose one by --client, of ${names}`
      : `${file} holds no client '${name}', but ${names}`,
  )
}

function* tablesCsv({ tables, summary }: CablelabsTables): Iterable<string> {
  yield 'table,case,row,column,n,left_out,max,mean,min,geometric_mean,at_least_1,at_least_2'
  const record = (table: number, { number }: CablelabsCase, { row, column, leftOut, gains }: GainCell) =>
    csvRecord([
      table,
      number,
      row,
      column,
      gains?.n ?? 0,
      leftOut,
      gains?.best.gain ?? null,
      gains?.mean ?? null,
      gains?.worst.gain ?? null,
      gains?.geometricMean ?? null,
      gains?.atLeastOne ?? null,
      gains?.atLeastTwo ?? null,
    ])
  for (const table of tables) for (const cell of table.cells) yield record(table.table, table.case, cell)
  for (const row of summary) {
    yield record(11, row.case, row.all)
    yield record(11, row.case, row.pagesABWithoutLoss)
  }
}
