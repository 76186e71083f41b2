import type { ClientConditions } from '../../stats/lab/cablelabs-csv.ts'
import type {
  CablelabsCondition,
  CablelabsTables,
  GainCell,
  GainTable,
} from '../../stats/lab/cablelabs-tables.ts'
import { type Column, textTable } from '../output/table.ts'
import { lineWidth, noteWidth, visible, wrap } from '../output/text.ts'

/** Tables 5 to 11 as the report prints them. */
export function tablesLines(
  { client, conditions }: ClientConditions,
  { tables, summary }: CablelabsTables,
  width: number | null,
): string[] {
  const count = conditions.length
  return [
    '',
    `${visible(client)}, ${count} ${count === 1 ? 'condition' : 'conditions'}`,
    ...wrap(
      'gain = median of HTTPS with an initial window of 3 / median of the case: above 1 the case is faster',
      noteWidth(width),
    ),
    'a cell: largest, mean (of n conditions) and smallest gain',
    ...tables.flatMap((table) => [
      '',
      `Table ${table.table}, case ${table.case.number}: ${table.case.title}`,
      '',
      textTable(rowsOf(table), gridColumns(table), width),
    ]),
    '',
    'Table 11: all conditions',
    '',
    textTable(summary, SUMMARY_COLUMNS, width),
    '',
    ...summary.flatMap(({ case: { number }, all }) => [
      ...(all.gains === null ? [] : wrap(`case ${number}: ${extremes(all.gains)}`, lineWidth(width))),
      ...(all.leftOut === 0
        ? []
        : [`case ${number}: ${all.leftOut} of ${count} left out: a median is missing`]),
    ]),
  ]
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

/** Writes one decimal, as the paper prints gains. */
function times(gain: number): string
function times(gain: number | undefined): string | null
function times(gain: number | undefined): string | null {
  return gain === undefined ? null : gain.toFixed(1)
}
