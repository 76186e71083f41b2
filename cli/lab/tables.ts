import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { CablelabsCsvError, type ClientConditions, parseCablelabsCsv } from '../../stats/lab/cablelabs-csv.ts'
import {
  type CablelabsCase,
  type CablelabsCondition,
  type CablelabsTables,
  cablelabsTables,
  type GainCell,
  type GainTable,
} from '../../stats/lab/cablelabs-tables.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { type Format, formatOption } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText, visible } from '../output/visible.ts'

interface TablesOptions {
  readonly client?: string
  readonly format: Format
}

/** `towline tables`: the papers' tables, made from a file of medians. */
export function tablesCommand(): Command {
  const command = new Command('tables').description(
    'Tables as the papers print them, from a file of medians.',
  )
  command
    .command('cablelabs')
    .description('Tables 5 to 11 of CableLabs 2012: gains by page, servers, loss, rate and round-trip time')
    .argument('<file>', 'CSV of median page load times, one condition a line')
    .option('--client <client>', 'whose conditions, where the file holds several clients')
    .addOption(formatOption())
    .action(async (file: string, { client, format }: TablesOptions) => {
      const chosen = chooseClient(file, await readClients(file), client)
      const tables = cablelabsTables(chosen.conditions)
      if (tables === undefined) throw new CliError(EXIT.data, `${file}: no conditions`)
      if (format === 'json') console.log(jsonText({ file, ...header(chosen), ...tables }, 2))
      else if (format === 'csv') printCsv(tables)
      else printTables(chosen, tables)
    })
  return command
}

export async function readClients(file: string): Promise<readonly ClientConditions[]> {
  try {
    return parseCablelabsCsv(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)))
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

function header({ client, conditions }: ClientConditions) {
  return { client, conditions: conditions.length }
}

/** Numbers as they are computed; only what is read by people is rounded. */
function printCsv({ tables, summary }: CablelabsTables): void {
  console.log('table,case,row,column,n,left_out,max,mean,min,geometric_mean,at_least_1,at_least_2')
  const print = (table: number, { number }: CablelabsCase, { row, column, leftOut, gains }: GainCell) =>
    console.log(
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
      ]),
    )
  for (const table of tables) for (const cell of table.cells) print(table.table, table.case, cell)
  for (const row of summary) {
    print(11, row.case, row.all)
    print(11, row.case, row.pagesABWithoutLoss)
  }
}

export function printTables(client: ClientConditions, { tables, summary }: CablelabsTables): void {
  const { conditions } = header(client)
  console.log(`\n${visible(client.client)}, ${conditions} ${conditions === 1 ? 'condition' : 'conditions'}`)
  console.log(
    'gain = median of HTTPS with an initial window of 3 / median of the case: above 1 the case is faster',
  )
  console.log('a cell: largest, mean (of n conditions) and smallest gain')
  for (const table of tables) {
    console.log(`\nTable ${table.table}, case ${table.case.number}: ${table.case.title}\n`)
    console.log(textTable(rowsOf(table), gridColumns(table)))
  }
  console.log('\nTable 11: all conditions\n')
  console.log(textTable(summary, SUMMARY_COLUMNS))
  console.log('')
  for (const {
    case: { number },
    all,
  } of summary) {
    if (all.gains !== null) console.log(`case ${number}: ${extremes(all.gains)}`)
    if (all.leftOut > 0)
      console.log(`case ${number}: ${all.leftOut} of ${conditions} left out: a median is missing`)
  }
}

/** The cells of each row of the grid. */
function rowsOf({ rows, columns, cells }: GainTable): GainCell[][] {
  return rows.map((_, row) => cells.slice(row * columns.length, (row + 1) * columns.length))
}

function gridColumns({ columns }: GainTable): Column<GainCell[]>[] {
  return [
    { heading: '', cell: ([first]) => first?.row ?? null },
    ...columns.map(
      (heading, index): Column<GainCell[]> => ({
        heading,
        align: 'right',
        cell: (row) => shown(row[index]),
      }),
    ),
  ]
}

function shown(cell: GainCell | undefined): string | null {
  if (!cell?.gains) return null
  const { best, mean, worst, n } = cell.gains
  return `${times(best.gain)}  ${times(mean)} ${`(${n})`.padEnd(4)}  ${times(worst.gain)}`
}

const SUMMARY_COLUMNS: readonly Column<CablelabsTables['summary'][number]>[] = [
  { heading: 'case', cell: ({ case: { number, title } }) => `${number} ${title}` },
  { heading: 'n', cell: ({ all }) => all.gains?.n ?? 0, align: 'right' },
  { heading: 'best', cell: ({ all }) => times(all.gains?.best.gain), align: 'right' },
  { heading: 'average', cell: ({ all }) => times(all.gains?.mean), align: 'right' },
  { heading: 'geometric', cell: ({ all }) => times(all.gains?.geometricMean), align: 'right' },
  { heading: 'worst', cell: ({ all }) => times(all.gains?.worst.gain), align: 'right' },
  { heading: '≥ 1', cell: ({ all }) => all.gains?.atLeastOne ?? null, align: 'right' },
  { heading: '≥ 2', cell: ({ all }) => all.gains?.atLeastTwo ?? null, align: 'right' },
  {
    heading: 'average of A, B without loss',
    cell: ({ pagesABWithoutLoss: { gains } }) => gains && `${times(gains.mean)} (${gains.n})`,
    align: 'right',
  },
]

function extremes({ best, worst }: NonNullable<GainCell['gains']>): string {
  return `best ${times(best.gain)} at ${named(best.condition)}; worst ${times(worst.gain)} at ${named(worst.condition)}`
}

function named({ page, servers, downMbps, upMbps, rttMs, lossPercent }: CablelabsCondition): string {
  const count = servers === 1 ? '1 server' : `${servers} servers`
  return `page ${visible(page)}, ${count}, ${downMbps}/${upMbps} Mbit/s, ${rttMs} ms, ${lossPercent} % loss`
}

/** With one decimal, as the paper prints gains. */
function times(gain: number): string
function times(gain: number | undefined): string | null
function times(gain: number | undefined): string | null {
  return gain === undefined ? null : gain.toFixed(1)
}
