import type { Database } from '../../../db/connection/database.ts'

const COLUMNS = [
  ['samples', 'arm'],
  ['series', 'arm'],
  ['sample_tallies', 'arm'],
  ['comparisons', 'baseline'],
  ['comparisons', 'arm'],
] as const

/** Takes the migration 015-arm-recorded back, as if it had not been there yet. */
export async function withoutArmRecorded(db: Database): Promise<void> {
  if (db.dialect === 'sqlite') {
    await db.query('PRAGMA writable_schema = ON')
    await db.query("UPDATE sqlite_schema SET sql = replace(sql, ', ''recorded'')', ')')")
    await db.query('PRAGMA writable_schema = RESET')
  } else
    for (const [table, column] of COLUMNS) {
      const name = `${table}_${column}_check`
      await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
      await db.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (${column} IN ('http', 'h1', 'h2', 'h3', 'h3-altsvc'))`,
      )
    }
  await db.query("DELETE FROM towline_migrations WHERE name = '015-arm-recorded'")
}
