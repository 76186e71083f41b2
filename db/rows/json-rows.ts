import type { ColumnType, Dialect } from './table.ts'

/**
 * Many rows in one statement and one bound value: a JSON array with one array per row, taken apart by the database.
 * Measured beside multi-row VALUES and Knex's builder in docs/decisions/003-bulk-writes.md: a third of the CPU, nearly
 * none of it on the event loop, and no limit of variables to keep under.
 */
export function jsonRows(dialect: Dialect): string {
  return dialect === 'sqlite' ? 'jsonb_each(?) AS input' : 'json_array_elements(CAST(? AS json)) AS input'
}

/** The SQL for field `index` (from 0) of a row of `jsonRows`, as a value of a column of this type. */
export function jsonField(dialect: Dialect, index: number, type: ColumnType): string {
  const field = `(input.value ->> ${index})`
  if (dialect === 'sqlite' || type === 'text' || type === 'json') return field
  return `CAST(${field} AS ${POSTGRES_CASTS[type]})`
}

const POSTGRES_CASTS: Readonly<Record<Exclude<ColumnType, 'text' | 'json'>, string>> = {
  id: 'integer',
  integer: 'integer',
  uint32: 'bigint',
  counter: 'bigint',
  real: 'double precision',
  epoch_ms: 'double precision',
  boolean: 'boolean',
}

/** A value of a row of `jsonRows`. Objects become JSON text in a column of type `json`. */
export type JsonField = string | number | boolean | null | object

/**
 * One row of `jsonRows` as text; rows are joined with commas between brackets. Text from the network may hold what
 * PostgreSQL refuses and SQLite would cut short, NUL and lone surrogates: they become U+FFFD.
 * Throws a TypeError on NaN and infinities, which JSON would turn into null without a word.
 */
export function encodeJsonRow(fields: readonly JsonField[]): string {
  for (const field of fields) {
    if (typeof field === 'number' && !Number.isFinite(field))
      throw new TypeError(`${field} is no value for a column`)
  }
  const text = JSON.stringify(fields)
  if (!UNSTORABLE.test(text)) return text
  return text.replaceAll(ESCAPE, (sequence) => (UNSTORABLE.test(sequence) ? '\\ufffd' : sequence))
}

// JSON.stringify writes a surrogate as an escape only where it stands alone.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g
