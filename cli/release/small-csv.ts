import type { ReleaseColumn, ReleaseTable } from '../../model/release/release-table.ts'
import { withoutPaths } from '../../model/without-paths.ts'
import type { SmallRow } from './small-tables.ts'

/** Rows as CSV with their line ends, by the same rules as `csvExpression` of db/release. */
export function smallCsv({ columns }: ReleaseTable, rows: readonly SmallRow[]): string {
  return rows
    .map((row) => {
      const cells = Object.entries(columns).map(([name, column]) => cell(name, column, row[camelCase(name)]))
      return `${cells.join(',')}\r\n`
    })
    .join('')
}

function cell(name: string, { type, nullable, words }: ReleaseColumn, value: unknown): string {
  if (value === undefined) throw new Error(`a row has no ${name}`)
  if (value === null) {
    if (nullable !== true) throw new Error(`${name} is null in a row`)
    return ''
  }
  if (type === 'json') return quoted(JSON.stringify(value))
  if (type === 'text') return quoted(words === true ? withoutPaths(String(value)) : String(value))
  return String(value)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** `h3_claimed_dns` to `h3ClaimedDns`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
