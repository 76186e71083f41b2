import type { Database, Query } from './database.ts'

/**
 * A number that grows with every committed transaction of `Database.write`, whatever process made it: while it stays,
 * nothing that is shown has changed. Read it before the data that it is to stand for: what comes in between then only
 * makes that data newer than its mark, never older.
 */
export async function dataVersion(db: Database): Promise<number> {
  const [row] = await db.query('SELECT version FROM data_version')
  return Number(row?.version)
}

/** Last in a transaction: on PostgreSQL the others wait for this row until the commit. */
export async function advanceDataVersion(query: Query): Promise<void> {
  await query('UPDATE data_version SET version = version + 1')
}
