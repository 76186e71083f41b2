import { visible } from './visible.ts'

/** A column in milliseconds, by its heading: `plt_ms`, `phase_ms.dns`, `median_ms_h2`, `startMs`. */
const MILLISECONDS = /(^|_)ms([._]|$)|[a-z]Ms$/

/** Decimals of a millisecond: traces and the browser's accounts are in microseconds, its page clock in 0.1 ms. */
const MS_DECIMALS = 3
/** Digits of what is computed from measurements; more than the clocks' resolution supports. */
const SIGNIFICANT_DIGITS = 6

/**
 * A number as CSV shows it: without the digits that floating point adds. Whole numbers are never touched, milliseconds have
 * at most 3 decimals, everything else 6 significant digits, and from 1,000 on 3 decimals.
 */
function csvNumber(value: number, heading = ''): number {
  if (Number.isInteger(value)) return value
  if (MILLISECONDS.test(heading) || Math.abs(value) >= 1_000) return Number(value.toFixed(MS_DECIMALS))
  return Number(value.toPrecision(SIGNIFICANT_DIGITS))
}

export type CsvValue = string | number | boolean | null

/**
 * One CSV record (RFC 4180, without its line end). Text that a spreadsheet would run as a formula gets a leading
 * apostrophe (safety.md ING-12), and what would move a terminal's cursor or reverse a text is escaped; numbers stay numbers,
 * rounded as `csvNumber` says by the heading of their column; null is an empty cell.
 */
export function csvRecord(values: readonly CsvValue[], heading: readonly string[] = []): string {
  return values
    .map((value, column) => {
      if (value === null) return ''
      if (typeof value === 'number') return String(csvNumber(value, heading[column]))
      if (typeof value === 'boolean') return String(value)
      const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
      return `"${visible(safe).replaceAll('"', '""')}"`
    })
    .join(',')
}

/** A table to be downloaded: a heading, then as many values a row. */
export interface CsvTable {
  readonly heading: readonly string[]
  readonly rows: readonly (readonly CsvValue[])[]
}

/** Rows with their line ends; the heading only where it is asked for. */
export function csvLines(
  { heading, rows }: CsvTable,
  { withHeading }: { readonly withHeading: boolean },
): string {
  const records = withHeading ? [heading, ...rows] : rows
  return records.map((record) => `${csvRecord(record, heading)}\r\n`).join('')
}

export function csvTable<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => CsvValue>>,
): CsvTable {
  const cells = Object.values(columns)
  return { heading: Object.keys(columns), rows: rows.map((row) => cells.map((cell) => cell(row))) }
}
