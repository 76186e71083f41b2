import { Option } from 'commander'
import { type Column, csvLines, textTable } from './table.ts'
import { jsonText, tableWidth } from './text.ts'

const FORMATS = ['table', 'csv', 'json'] as const

export type Format = (typeof FORMATS)[number]

/** `--format table|csv|json`, the same for every command that shows something. */
export function formatOption(): Option {
  return new Option('--format <format>', 'how to print it').choices(FORMATS).default('table')
}

/** Prints a value as JSON, or lines that are made where they are asked for alone. */
export function print(
  format: Format,
  shown: {
    readonly json: unknown
    readonly csv: () => Iterable<string>
    readonly table: () => Iterable<string>
  },
): void {
  if (format === 'json') console.log(jsonText(shown.json, 2))
  else for (const line of shown[format]()) console.log(line)
}

/** Prints rows; `nothing` stands for a table without any. */
export function printRows<Row>(
  format: Format,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  nothing: string | null = null,
): void {
  print(format, {
    json: rows,
    csv: () => csvLines(rows, columns),
    table: () => [rows.length === 0 && nothing !== null ? nothing : textTable(rows, columns, tableWidth())],
  })
}
