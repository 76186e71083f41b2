import type { Database, Row } from '../connection/database.ts'
import { canonicalJson } from '../rows/canonical-json.ts'
import { plainObject, readJson, textByName } from '../rows/json-column.ts'
import { insertLoads, type NewLoad } from './loads.ts'

export type LoadRunState = 'running' | 'stopped' | 'finished'

export interface LoadRunRow {
  readonly id: number
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly state: LoadRunState
  readonly name: string
  /** Everything that was asked for, as plain JSON. */
  readonly plan: object
  /** 0 to 2^32 - 1. */
  readonly seed: number
  readonly toolVersion: string
  /** Versions of node, the platform, … */
  readonly versions: Readonly<Record<string, string>>
}

export interface NewLoadRun extends Omit<LoadRunRow, 'id' | 'finishedAt' | 'state'> {
  /** In the order in which they are to be taken. */
  readonly loads: readonly NewLoad[]
}

/** Creates a load run with all its loads, pending; it is `stopped` until somebody holds it. Resolves to its id. */
export async function createLoadRun(db: Database, run: NewLoadRun): Promise<number> {
  return db.write(async (query) => {
    const [created] = await query(
      `INSERT INTO load_runs (created_at, state, name, plan, seed, tool_version, versions)
       VALUES (?, 'stopped', ?, ?, ?, ?, ?) RETURNING id`,
      [
        run.createdAt,
        run.name,
        canonicalJson(run.plan),
        run.seed,
        run.toolVersion,
        canonicalJson(run.versions),
      ],
    )
    const id = Number(created?.id)
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
  return row === undefined ? null : readLoadRun(row)
}

/** All load runs, newest first. */
export async function listLoadRuns(db: Database): Promise<LoadRunRow[]> {
  return (await db.query('SELECT * FROM load_runs ORDER BY id DESC')).map(readLoadRun)
}

export async function loadRunById(db: Database, id: number): Promise<LoadRunRow | null> {
  const [row] = await db.query('SELECT * FROM load_runs WHERE id = ?', [id])
  return row === undefined ? null : readLoadRun(row)
}

function readLoadRun(row: Row): LoadRunRow {
  return {
    id: Number(row.id),
    createdAt: String(row.created_at),
    finishedAt: row.finished_at === null ? null : String(row.finished_at),
    state: row.state as LoadRunState,
    name: String(row.name),
    plan: readJson(plainObject, row.plan),
    seed: Number(row.seed),
    toolVersion: String(row.tool_version),
    versions: readJson(textByName, row.versions),
  }
}
