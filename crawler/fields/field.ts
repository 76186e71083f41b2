/** Name in the case it was sent, value as Latin-1: header values are bytes, one character each. */
export type Field = readonly [name: string, value: string]

/** Of a request; null where it names none. */
export function methodOf(fields: readonly Field[]): string | null {
  return fields.find(([name]) => name === ':method')?.[1] ?? null
}
