import type { Database } from '../connection/database.ts'
import {
  insertRun,
  listRuns,
  type NewPlannedRun,
  type PlannedRunRow,
  readRun,
  runById,
} from '../lab/planned-run.ts'
import { canonicalJson } from '../rows/json.ts'
import { insertLoads, type NewLoad } from './loads.ts'

export type LoadRunRow = PlannedRunRow

export interface NewLoadRun extends NewPlannedRun {
  /** Sorted as they are to be taken. */
  readonly loads: readonly NewLoad[]
}

/** Creates a load run with all its loads, pending; it is `stopped` until somebody holds it. Resolves to its id. */
export async function createLoadRun(db: Database, run: NewLoadRun): Promise<number> {
  return db.write(async (query) => {
    const id = await insertRun(query, 'load_runs', run)
    await insertLoads(query, db.dialect, id, run.loads)
    return id
  })
}

/** The newest load run of exactly this plan that has not come to its end; null: there is none. */
export async function unfinishedLoadRun(
  db: Database,
  { name, plan, seed }: Pick<LoadRunRow, 'name' | 'plan' | 'seed'>,
): Promise<LoadRunRow | null> {
  const [row] = await db.query(
    "SELECT * FROM load_runs WHERE state <> 'finished' AND name = ? AND seed = ? AND plan = ? ORDER BY id DESC LIMIT 1",
    [name, seed, canonicalJson(plan)],
  )
  return row === undefined ? null : readRun(row)
}

export const listLoadRuns = (db: Database): Promise<LoadRunRow[]> => listRuns(db, 'load_runs')

export const loadRunById = (db: Database, id: number): Promise<LoadRunRow | null> =>
  runById(db, 'load_runs', id)
