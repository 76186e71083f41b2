import { z } from 'zod'
import type { LoadEnd, LoadProtocol } from '../../model/load-second.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { canonicalJson } from '../rows/canonical-json.ts'
import { plainObject, readJsonOrNull } from '../rows/json-column.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json-rows.ts'
import type { Dialect } from '../rows/table.ts'
import { holdLoadRun, type LoadLease } from './load-leases.ts'

export type LoadState = 'pending' | 'running' | 'done'

export interface NewLoad {
  /** From 0. */
  readonly repetition: number
  readonly server: string
  readonly arm: LoadProtocol
}

export interface LoadRow extends NewLoad {
  readonly loadRunId: number
  /** From 0, in the order in which they are taken. */
  readonly load: number
  readonly state: LoadState
  /** Times that it was begun. */
  readonly attempts: number
  /** Of the latest of them, ISO 8601. */
  readonly startedAt: string | null
  /** Programs, cores and link as they were, as plain JSON. */
  readonly facts: object | null
  readonly end: LoadEnd | null
}

export async function insertLoads(
  query: Query,
  dialect: Dialect,
  loadRunId: number,
  loads: readonly NewLoad[],
): Promise<void> {
  const types = ['integer', 'integer', 'text', 'text'] as const
  const rows = loads.map(({ repetition, server, arm }, load) =>
    encodeJsonRow([load, repetition, server, arm]),
  )
  await query(
    `INSERT INTO loads (load_run_id, load, repetition, server, arm, state, attempts)
     SELECT ${loadRunId}, ${types.map((type, index) => jsonField(dialect, index, type)).join(', ')}, 'pending', 0
     FROM ${jsonRows(dialect)}`,
    [`[${rows.join(',')}]`],
  )
}

/** Begins a load that is pending. Rejects with a RangeError where it is not, and with `LoadRunLost`. */
export async function beginLoad(
  db: Database,
  lease: LoadLease,
  { load, startedAt, facts }: { readonly load: number; readonly startedAt: string; readonly facts: object },
): Promise<void> {
  await db.write(async (query) => {
    await holdLoadRun(query, db.dialect, lease)
    const begun = await query(
      `UPDATE loads SET state = 'running', attempts = attempts + 1, started_at = ?, facts = ?
       WHERE load_run_id = ? AND load = ? AND state = 'pending' RETURNING load`,
      [startedAt, canonicalJson(facts), lease.loadRunId, load],
    )
    if (begun.length === 0) throw new RangeError(`load ${load} of run ${lease.loadRunId} is not pending`)
  })
}

/** Adds to the facts of a load that is running. Rejects with a RangeError where it is not, and with `LoadRunLost`. */
export async function addLoadFacts(
  db: Database,
  lease: LoadLease,
  { load, facts }: { readonly load: number; readonly facts: object },
): Promise<void> {
  await db.write(async (query) => {
    await holdLoadRun(query, db.dialect, lease)
    const place = [lease.loadRunId, load]
    const [row] = await query(
      "SELECT facts FROM loads WHERE load_run_id = ? AND load = ? AND state = 'running'",
      place,
    )
    if (row === undefined) throw new RangeError(`load ${load} of run ${lease.loadRunId} is not running`)
    const all = { ...readJsonOrNull(plainObject, row.facts), ...facts }
    await query('UPDATE loads SET facts = ? WHERE load_run_id = ? AND load = ?', [
      canonicalJson(all),
      ...place,
    ])
  })
}

/** Ends a load that is running. Rejects with a RangeError where it is not, and with `LoadRunLost`. */
export async function endLoad(db: Database, lease: LoadLease, load: number, end: LoadEnd): Promise<void> {
  await db.write(async (query) => {
    await holdLoadRun(query, db.dialect, lease)
    const ended = await query(
      `UPDATE loads SET state = 'done', end_counts = ?
       WHERE load_run_id = ? AND load = ? AND state = 'running' RETURNING load`,
      [canonicalJson(end), lease.loadRunId, load],
    )
    if (ended.length === 0) throw new RangeError(`load ${load} of run ${lease.loadRunId} is not running`)
  })
}

/** The loads of a run in their order. */
export async function loadsOf(db: Database, loadRunId: number): Promise<LoadRow[]> {
  const rows = await db.query('SELECT * FROM loads WHERE load_run_id = ? ORDER BY load', [loadRunId])
  return rows.map(loadOfRow)
}

const loadEnd = z.custom<LoadEnd>((value) => typeof value === 'object' && value !== null && 'why' in value)

/** A load as its table has it, or a file that has the same columns. */
export function loadOfRow(row: Row): LoadRow {
  return {
    loadRunId: Number(row.load_run_id),
    load: Number(row.load),
    repetition: Number(row.repetition),
    server: String(row.server),
    arm: row.arm as LoadProtocol,
    state: row.state as LoadState,
    attempts: Number(row.attempts),
    startedAt: row.started_at === null ? null : String(row.started_at),
    facts: readJsonOrNull(plainObject, row.facts),
    end: readJsonOrNull(loadEnd, row.end_counts),
  }
}
