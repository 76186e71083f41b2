import type { Database } from '../connection/database.ts'
import { asNumber, asText, recordReader } from '../rows/record.ts'

/** Says how many loads of a run are done of each server and protocol. */
const readDone = recordReader({ server: asText, arm: asText, done: asNumber })

type DoneLoads = ReturnType<typeof readDone>

export async function doneLoads(db: Database, loadRunId: number): Promise<DoneLoads[]> {
  const rows = await db.query(
    `SELECT server, arm, count(*) AS done FROM loads WHERE load_run_id = ? AND state = 'done'
     GROUP BY server, arm ORDER BY server, arm`,
    [loadRunId],
  )
  return rows.map(readDone)
}
