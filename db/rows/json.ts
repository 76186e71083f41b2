import { z } from 'zod'
import type { ColumnType, Dialect } from './table.ts'

/**
 * Many rows in one statement and one bound value: a JSON array with one array per row, taken apart by the database.
 * Measured beside multi-row VALUES and Knex's builder in docs/decisions/129-settled-choices.md: a third of the CPU, nearly
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

/**
 * The value of a JSON column. What the table's own CHECKs cannot see is checked here, where it enters.
 *
 * @throws ZodError where it is not what was stored there: another program has written to the database
 */
export function readJson<Schema extends z.ZodType>(schema: Schema, column: unknown): z.output<Schema> {
  return schema.parse(JSON.parse(String(column)))
}

/** Does the same as `readJson`; null where the column is. */
export function readJsonOrNull<Schema extends z.ZodType>(
  schema: Schema,
  column: unknown,
): z.output<Schema> | null {
  return column === null ? null : readJson(schema, column)
}

/** Any object, handed on as it is: settings of other rooms, which know its fields. */
export const plainObject = z.custom<object>((value) => typeof value === 'object' && value !== null)

export const textByName: z.ZodType<Readonly<Record<string, string>>> = z.record(z.string(), z.string())

/** JSON with the keys of every object in order, so that equal values are equal text. */
export function canonicalJson(value: object): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
