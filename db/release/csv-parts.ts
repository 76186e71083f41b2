import type { ReleaseTable, ReleaseType } from '../../model/release/release-table.ts'
import type { Database } from '../connection/database.ts'
import type { Dialect } from '../rows/table.ts'
import { LARGE_TABLES, type LargeTable, type LargeTableName } from './large-tables.ts'
import type { PublishedRuns } from './published-runs.ts'
import { publishedWords } from './published-words.ts'

export interface CsvPart {
  /** Records with their line ends. */
  readonly text: string
  readonly rows: number
}

/**
 * The rows of a large table as CSV, in the order of its key, a part at a time. The text is put together by the database,
 * so that no value of millions becomes an object here, and numbers have all their digits.
 */
export async function* csvParts(
  db: Database,
  name: LargeTableName,
  { columns }: ReleaseTable,
  runs: PublishedRuns,
): AsyncIterable<CsvPart> {
  const table: LargeTable = LARGE_TABLES[name]
  const cells = Object.entries(columns).map(([column, { type, words }]) => {
    const value = table.expressions[column] ?? `${name}.${column}`
    return csvExpression(words === true ? publishedWords(value) : value, type)
  })
  const end = lineEnd(db.dialect)
  const order = [table.range.column, ...table.order].join(', ')
  const parent = table.parent === null ? 'TRUE' : `${name}.${table.parent.column} = ?`
  // Rows of a sorted subquery come in its order; PostgreSQL may sort them anew where it works in parallel.
  const aggregate =
    db.dialect === 'sqlite'
      ? `group_concat(line, ${end})`
      : `string_agg(line, ${end} ORDER BY ${[0, ...table.order].map((_, index) => `place${index}`).join(', ')})`
  const places = [table.range.column, ...table.order].map((column, index) => `${column} AS place${index}`)
  const select = `SELECT ${aggregate} AS lines, count(*) AS n FROM (
      SELECT concat_ws(',', ${cells.join(', ')}) AS line, ${places.join(', ')} FROM ${table.from}
      WHERE ${parent} AND ${table.range.column} >= ? AND ${table.range.column} < ? AND ${table.filter(runs)}
      ORDER BY ${order}) AS part`
  for (const id of table.parent === null ? [null] : runs[table.parent.ids]) {
    const bounds = await rangeBounds(db, table, id)
    if (bounds === null) continue
    for (let from = bounds.first; from <= bounds.last; from += table.step) {
      const [row] = await db.query(select, [...(id === null ? [] : [id]), from, from + table.step])
      const rows = Number(row?.n)
      if (rows > 0) yield { text: `${String(row?.lines)}\r\n`, rows }
    }
  }
}

/** Two statements: SQLite finds one end by an index, both only by reading all. */
async function rangeBounds(
  db: Database,
  { range, parent }: LargeTable,
  id: number | null,
): Promise<{ readonly first: number; readonly last: number } | null> {
  const where = parent === null ? '' : `WHERE ${parent.column} = ?`
  const bindings = id === null ? [] : [id]
  const bound = async (end: 'min' | 'max'): Promise<unknown> => {
    const [row] = await db.query(
      `SELECT ${end}(${range.tableColumn}) AS bound FROM ${range.table} ${where}`,
      bindings,
    )
    return row?.bound ?? null
  }
  const [first, last] = [await bound('min'), await bound('max')]
  return first === null ? null : { first: Number(first), last: Number(last) }
}

/** SQL that gives a value as a cell of CSV (RFC 4180), in what both dialects share: null is an empty cell, '' is `""`. */
function csvExpression(sql: string, type: ReleaseType): string {
  switch (type) {
    case 'boolean':
      return `CASE WHEN ${sql} THEN 'true' WHEN NOT ${sql} THEN 'false' ELSE '' END`
    case 'integer':
    case 'number':
      return `coalesce(CAST(${sql} AS text), '')`
    case 'code':
    case 'instant':
    case 'day':
      return `coalesce(${sql}, '')`
    case 'text':
    case 'json':
      return `coalesce('"' || replace(${sql}, '"', '""') || '"', '')`
  }
}

/** The line end of CSV files, in SQL. */
function lineEnd(dialect: Dialect): string {
  return dialect === 'sqlite' ? 'char(13) || char(10)' : 'chr(13) || chr(10)'
}
