import { type Database, writeUnshown } from '../connection/database.ts'

/**
 * The newest day, UTC, that the data knows of: on which the field was last kept in order, or else that a load is of. Null
 * where it knows none.
 */
export async function newestKnownDay(db: Database): Promise<string | null> {
  const [run] = await db.query("SELECT day FROM field_runs WHERE name = 'keep'")
  if (run !== undefined) return String(run.day)
  const [load] = await db.query('SELECT max(day) AS day FROM contributions')
  return load?.day == null ? null : String(load.day)
}

/** The field was kept in order on this day, UTC. */
export async function recordMaintenance(db: Database, day: string): Promise<void> {
  await writeUnshown(db, (query) =>
    query(
      `INSERT INTO field_runs (name, day) VALUES ('keep', ?)
       ON CONFLICT (name) DO UPDATE SET day = excluded.day`,
      [day],
    ),
  )
}
