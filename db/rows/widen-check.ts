import type { Dialect, Query } from './table.ts'

export interface WidenedWords {
  readonly columns: readonly (readonly [table: string, column: string])[]
  /** As SQL lists them. */
  readonly before: string
  readonly after: string
}

/**
 * Lets columns have more words than their CHECK names. SQLite's tables are not made anew for it, which would take as long as a
 * large database is: https://www.sqlite.org/lang_altertable.html#otheralter
 */
export async function widenChecks(query: Query, dialect: Dialect, words: WidenedWords): Promise<void> {
  const { columns, after } = words
  if (dialect === 'sqlite') return widenSqlite(query, words)
  for (const [table, column] of columns) {
    const name = `${table}_${column}_check`
    await query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    await query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (${column} IN (${after}))`)
  }
}

async function widenSqlite(query: Query, { columns, before, after }: WidenedWords): Promise<void> {
  const [row] = await query('PRAGMA schema_version')
  await query('PRAGMA writable_schema = ON')
  for (const [table, column] of columns)
    await query("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = ?", [
      `CHECK (${column} IN (${before}))`,
      `CHECK (${column} IN (${after}))`,
      table,
    ])
  await query(`PRAGMA schema_version = ${Number(row?.schema_version) + 1}`)
  await query('PRAGMA writable_schema = RESET')
}
