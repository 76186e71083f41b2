import type { Database, Row } from '../connection/database.ts'
import { canonicalJson } from '../rows/canonical-json.ts'
import { plainObject, readJson, textByName } from '../rows/json-column.ts'
import { insertCells, type NewLabCell } from './lab-cells.ts'

export type LabRunState = 'running' | 'stopped' | 'finished'

export interface LabRunRow {
  readonly id: number
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly state: LabRunState
  readonly name: string
  /** The factors with their levels and everything else that was asked for, as plain JSON. */
  readonly plan: object
  /** 0 to 2^32 - 1. */
  readonly seed: number
  readonly toolVersion: string
  /** Versions of node, the kernel, the link's backend, … */
  readonly versions: Readonly<Record<string, string>>
}

export interface NewLabRun extends Omit<LabRunRow, 'id' | 'finishedAt' | 'state'> {
  readonly cells: readonly NewLabCell[]
}

/** Creates a lab run with all its cells, pending; it is `stopped` until `markLabRun` says otherwise. Resolves to its id. */
export async function createLabRun(db: Database, run: NewLabRun): Promise<number> {
  return db.write(async (query) => {
    const [created] = await query(
      `INSERT INTO lab_runs (created_at, state, name, plan, seed, tool_version, versions)
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
  return rows.map(readLabRun)
}

/** All lab runs, newest first. */
export async function listLabRuns(db: Database): Promise<LabRunRow[]> {
  return (await db.query('SELECT * FROM lab_runs ORDER BY id DESC')).map(readLabRun)
}

export async function labRunById(db: Database, id: number): Promise<LabRunRow | null> {
  const [row] = await db.query('SELECT * FROM lab_runs WHERE id = ?', [id])
  return row === undefined ? null : readLabRun(row)
}

function readLabRun(row: Row): LabRunRow {
  return {
    id: Number(row.id),
    createdAt: String(row.created_at),
    finishedAt: row.finished_at === null ? null : String(row.finished_at),
    state: row.state as LabRunState,
    name: String(row.name),
    plan: readJson(plainObject, row.plan),
    seed: Number(row.seed),
    toolVersion: String(row.tool_version),
    versions: readJson(textByName, row.versions),
  }
}
