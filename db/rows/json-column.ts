import { z } from 'zod'

/**
 * The value of a JSON column. What the table's own CHECKs cannot see is checked here, where it enters.
 *
 * @throws ZodError where it is not what was stored there: another program has written to the database
 */
export function readJson<Schema extends z.ZodType>(schema: Schema, column: unknown): z.output<Schema> {
  return schema.parse(JSON.parse(String(column)))
}

/** As `readJson`; null where the column is. */
export function readJsonOrNull<Schema extends z.ZodType>(
  schema: Schema,
  column: unknown,
): z.output<Schema> | null {
  return column === null ? null : readJson(schema, column)
}

/** Any object, handed on as it is: settings of other rooms, which know its fields. */
export const plainObject = z.custom<object>((value) => typeof value === 'object' && value !== null)

export const textByName = z.record(z.string(), z.string())
