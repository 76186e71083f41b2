import type { Database, Query, Row } from '../connection/database.ts'
import { canonicalJson } from '../rows/canonical-json.ts'
import { plainObject, readJson, textByName } from '../rows/json-column.ts'

/** A run of a plan: a lab run or a load run. */
export interface PlannedRunRow {
  readonly id: number
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly state: 'running' | 'stopped' | 'finished'
  readonly name: string
  /** Everything that was asked for, as plain JSON. */
  readonly plan: object
  /** 0 to 2^32 - 1. */
  readonly seed: number
  readonly toolVersion: string
  /** Versions of node, the platform, the link's backend, … */
  readonly versions: Readonly<Record<string, string>>
}

export type NewPlannedRun = Omit<PlannedRunRow, 'id' | 'finishedAt' | 'state'>

type Runs = 'lab_runs' | 'load_runs'

/** Inserts a run as `stopped`. Resolves to its id. */
export async function insertRun(query: Query, runs: Runs, run: NewPlannedRun): Promise<number> {
  const [created] = await query(
    `INSERT INTO ${runs} (created_at, state, name, plan, seed, tool_version, versions)
     VALUES (?, 'stopped', ?, ?, ?, ?, ?) RETURNING id`,
    [
      ...[run.createdAt, run.name, canonicalJson(run.plan), run.seed],
      ...[run.toolVersion, canonicalJson(run.versions)],
    ],
  )
  return Number(created?.id)
}

/** All runs, newest first. */
export async function listRuns(db: Database, runs: Runs): Promise<PlannedRunRow[]> {
  return (await db.query(`SELECT * FROM ${runs} ORDER BY id DESC`)).map(readRun)
}

export async function runById(db: Database, runs: Runs, id: number): Promise<PlannedRunRow | null> {
  const [row] = await db.query(`SELECT * FROM ${runs} WHERE id = ?`, [id])
  return row === undefined ? null : readRun(row)
}

export function readRun(row: Row): PlannedRunRow {
  return {
    id: Number(row.id),
    createdAt: String(row.created_at),
    finishedAt: row.finished_at === null ? null : String(row.finished_at),
    state: row.state as PlannedRunRow['state'],
    name: String(row.name),
    plan: readJson(plainObject, row.plan),
    seed: Number(row.seed),
    toolVersion: String(row.tool_version),
    versions: readJson(textByName, row.versions),
  }
}
