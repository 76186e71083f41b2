import type { Dialect, Query } from '../rows/table.ts'

const BEFORE = "'sample', 'warmup', 'discovery'"
const AFTER = `${BEFORE}, 'replaced'`

/** Lets a round be taken again that a busy machine has spoilt: which time a load is of, and how often it may be done. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'INTEGER' : 'integer'
  await query(`ALTER TABLE samples ADD COLUMN repeat_no ${type} NOT NULL DEFAULT 0 CHECK (repeat_no >= 0)`)
  // A campaign of before there were repeats leaves out what a busy machine has spoilt, as it began.
  await query(
    `ALTER TABLE campaigns ADD COLUMN repeat_bound ${type} NOT NULL DEFAULT 0 CHECK (repeat_bound >= 0)`,
  )
  await query('CREATE INDEX samples_repeated ON samples (campaign_id, site, round) WHERE repeat_no > 0')
  if (dialect === 'sqlite') return upSqlite(query)
  await query('ALTER TABLE samples DROP CONSTRAINT samples_role_check')
  await query(`ALTER TABLE samples ADD CONSTRAINT samples_role_check CHECK (role IN (${AFTER}))`)
}

/** The table is not made anew, which would take as long as a large database is: https://www.sqlite.org/lang_altertable.html#otheralter */
async function upSqlite(query: Query): Promise<void> {
  const [row] = await query('PRAGMA schema_version')
  await query('PRAGMA writable_schema = ON')
  await query("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = 'samples'", [
    `CHECK (role IN (${BEFORE}))`,
    `CHECK (role IN (${AFTER}))`,
  ])
  await query(`PRAGMA schema_version = ${Number(row?.schema_version) + 1}`)
  await query('PRAGMA writable_schema = RESET')
}
