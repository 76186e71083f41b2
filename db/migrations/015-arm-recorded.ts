import type { Dialect, Query } from '../rows/table.ts'

const BEFORE = "'http', 'h1', 'h2', 'h3', 'h3-altsvc'"
const AFTER = `${BEFORE}, 'recorded'`

const COLUMNS = [
  ['samples', 'arm'],
  ['series', 'arm'],
  ['sample_tallies', 'arm'],
  ['comparisons', 'baseline'],
  ['comparisons', 'arm'],
] as const

/** Lets samples be of the arm `recorded`, each host of a replayed page by the protocol that it had. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return upSqlite(query)
  for (const [table, column] of COLUMNS) {
    const name = `${table}_${column}_check`
    await query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    await query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (${column} IN (${AFTER}))`)
  }
}

/** Tables are not made anew, which would take as long as a large database is: https://www.sqlite.org/lang_altertable.html#otheralter */
async function upSqlite(query: Query): Promise<void> {
  const [row] = await query('PRAGMA schema_version')
  await query('PRAGMA writable_schema = ON')
  for (const [table, column] of COLUMNS)
    await query("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = ?", [
      `CHECK (${column} IN (${BEFORE}))`,
      `CHECK (${column} IN (${AFTER}))`,
      table,
    ])
  await query(`PRAGMA schema_version = ${Number(row?.schema_version) + 1}`)
  await query('PRAGMA writable_schema = RESET')
}
