import type { Dialect, Query } from '../rows/table.ts'

const VISITS = "'warm-cache', 'open-connection', 'new-connection'"
const BEFORE = 'median_ms REAL NOT NULL CHECK (median_ms BETWEEN 0 AND 1e300)'
const AFTER = BEFORE.replace(' NOT NULL', '')

/** Keeps by which visit a contributed load came. Of published visits there is no median. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'TEXT' : 'text'
  await query(`ALTER TABLE contributions ADD COLUMN visit ${type} CHECK (visit IN (${VISITS}))`)
  if (dialect === 'sqlite') return upSqlite(query)
  await query('ALTER TABLE field_cells ALTER COLUMN median_ms DROP NOT NULL')
}

/** The table is not made anew: https://www.sqlite.org/lang_altertable.html#otheralter */
async function upSqlite(query: Query): Promise<void> {
  const [row] = await query('PRAGMA schema_version')
  await query('PRAGMA writable_schema = ON')
  await query(
    "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = 'field_cells'",
    [BEFORE, AFTER],
  )
  await query(`PRAGMA schema_version = ${Number(row?.schema_version) + 1}`)
  await query('PRAGMA writable_schema = RESET')
}
