import type { Database, Query } from '../connection/database.ts'
import { canonicalJson, plainObject, textByName } from '../rows/json.ts'
import { asJson, asNumber, asText, asWord, orNull, recordReader } from '../rows/record.ts'

export const readRun = recordReader({
  id: asNumber,
  createdAt: asText,
  finishedAt: orNull(asText),
  state: asWord<'running' | 'stopped' | 'finished'>(),
  name: asText,
  /** Everything that was asked for, as plain JSON. */
  plan: asJson(plainObject),
  /** 0 to 2^32 - 1. */
  seed: asNumber,
  toolVersion: asText,
  /** Versions of node, the platform, the link's backend, … */
  versions: asJson(textByName),
})

/** A run of a plan: a lab run or a load run. */
export type PlannedRunRow = ReturnType<typeof readRun>

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
