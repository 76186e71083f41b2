import type { z } from 'zod'
import { canonicalJson, readJson } from './json.ts'
import type { Row, Value } from './table.ts'

/** Makes the value of a field from that of its column. */
export type Field<T> = (column: unknown) => T

export const asNumber: Field<number> = Number
export const asText: Field<string> = String
/** SQLite has 0 and 1. */
export const asFlag: Field<boolean> = Boolean
/** A word of a closed list, to which the table's own CHECK holds it. */
export const asWord =
  <T extends string>(): Field<T> =>
  (column) =>
    column as T
/** @throws ZodError where the column holds other JSON than was stored there */
export const asJson =
  <Schema extends z.ZodType>(schema: Schema): Field<z.output<Schema>> =>
  (column) =>
    readJson(schema, column)
export const orNull =
  <T>(field: Field<T>): Field<T | null> =>
  (column) =>
    column === null ? null : field(column)

/** The fields of a record by their names: `startMs` is kept in the column `start_ms`. */
export type Fields = Readonly<Record<string, Field<unknown>>>

/** The record that has these fields. */
export type RecordOf<Of extends Fields> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> }

/** Makes the function that reads a record from a row, from columns whose names begin with `prefix`. */
export function recordReader<Of extends Fields>(fields: Of, prefix = ''): (row: Row) => RecordOf<Of> {
  const columns = Object.entries(fields).map(([name, field]) => {
    return { name, column: prefix + columnOf(name), field }
  })
  return (row) =>
    Object.fromEntries(columns.map(({ name, column, field }) => [name, field(row[column])])) as RecordOf<Of>
}

/** The columns of those fields that a record has, each with what is stored there; objects become JSON. */
export function columnValues<Of extends Fields>(
  fields: Of,
  record: Partial<RecordOf<Of>>,
  prefix = '',
): [column: string, value: Value][] {
  return Object.keys(fields).flatMap((name): [string, Value][] => {
    const value = record[name]
    if (value === undefined) return []
    const isObject = typeof value === 'object' && value !== null
    return [[prefix + columnOf(name), isObject ? canonicalJson(value) : (value as Value)]]
  })
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
