/** Name in the case it was sent, value as Latin-1: header values are bytes, one character each. */
export type Field = readonly [name: string, value: string]
