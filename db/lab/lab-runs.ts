import type { Database } from '../connection/database.ts'
import { insertCells, type NewLabCell } from './lab-cells.ts'
import {
  insertRun,
  listRuns,
  type NewPlannedRun,
  type PlannedRunRow,
  readRun,
  runById,
} from './planned-run.ts'

/** Its plan has the factors with their levels. */
export type LabRunRow = PlannedRunRow

export interface NewLabRun extends NewPlannedRun {
  readonly cells: readonly NewLabCell[]
}

/** Creates a lab run with all its cells, pending; it is `stopped` until `markLabRun` says otherwise. Resolves to its id. */
export async function createLabRun(db: Database, run: NewLabRun): Promise<number> {
  return db.write(async (query) => {
    const id = await insertRun(query, 'lab_runs', run)
    await insertCells(query, db.dialect, id, run.cells)
    return id
  })
}

/**
 * Says how a lab run is: `finished` needs its moment, ISO 8601. A finished one stays so. Resolves to whether it was
 * changed.
 */
export async function markLabRun(
  db: Database,
  id: number,
  change:
    | { readonly state: 'running' | 'stopped' }
    | { readonly state: 'finished'; readonly finishedAt: string },
): Promise<boolean> {
  const finishedAt = change.state === 'finished' ? change.finishedAt : null
  return db.write(async (query) => {
    const changed = await query(
      "UPDATE lab_runs SET state = ?, finished_at = ? WHERE id = ? AND state <> 'finished' RETURNING id",
      [change.state, finishedAt, id],
    )
    return changed.length > 0
  })
}

/** Lab runs of this name and seed that have not come to their end, newest first. */
export async function unfinishedLabRuns(
  db: Database,
  { name, seed }: Pick<LabRunRow, 'name' | 'seed'>,
): Promise<LabRunRow[]> {
  const rows = await db.query(
    "SELECT * FROM lab_runs WHERE state <> 'finished' AND name = ? AND seed = ? ORDER BY id DESC",
    [name, seed],
  )
  return rows.map(readRun)
}

export const listLabRuns = (db: Database): Promise<LabRunRow[]> => listRuns(db, 'lab_runs')

export const labRunById = (db: Database, id: number): Promise<LabRunRow | null> => runById(db, 'lab_runs', id)
