import type { Database } from '../connection/database.ts'

/** How many loads of a run are done of each server and protocol. */
export interface DoneLoads {
  readonly server: string
  readonly arm: string
  readonly done: number
}

export async function doneLoads(db: Database, loadRunId: number): Promise<DoneLoads[]> {
  const rows = await db.query(
    `SELECT server, arm, count(*) AS done FROM loads WHERE load_run_id = ? AND state = 'done'
     GROUP BY server, arm ORDER BY server, arm`,
    [loadRunId],
  )
  return rows.map(({ server, arm, done }) => ({
    server: String(server),
    arm: String(arm),
    done: Number(done),
  }))
}
