/** Name in the case it was sent, value as Latin-1: header values are bytes, one character each. */
export type Field = readonly [name: string, value: string]

/** Returns a request's method; null where it names none. */
export function methodOf(fields: readonly Field[]): string | null {
  return fields.find(([name]) => name === ':method')?.[1] ?? null
}
