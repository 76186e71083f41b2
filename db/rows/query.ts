export type Value = string | number | boolean | null | Uint8Array
export type Row = Readonly<Record<string, unknown>>

/** Runs one statement with `?` placeholders; resolves to its rows (none for a plain INSERT). */
export type Query = (sql: string, bindings?: readonly Value[]) => Promise<Row[]>
