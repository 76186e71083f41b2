import { z } from 'zod'
import type { LoadEnd, LoadedArm } from '../../model/load-second.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import {
  canonicalJson,
  encodeJsonRow,
  jsonField,
  jsonRows,
  plainObject,
  readJsonOrNull,
} from '../rows/json.ts'
import { asJson, asNumber, asText, asWord, orNull, recordReader } from '../rows/record.ts'
import type { Dialect } from '../rows/table.ts'
import { holdLoadRun, type LoadLease } from './load-leases.ts'

type LoadState = 'pending' | 'running' | 'done'

const loadEnd = z.custom<LoadEnd>((value) => typeof value === 'object' && value !== null && 'why' in value)

/** Reads a load as its table has it, or a file that has the same columns. */
export const loadOfRow = (row: Row): LoadRow => readFields({ ...row, end: row.end_counts })

const readFields = recordReader({
  loadRunId: asNumber,
  /** Counted from 0, in the order in which they are taken. */
  load: asNumber,
  /** Counted from 0. */
  repetition: asNumber,
  server: asText,
  arm: asWord<LoadedArm>(),
  state: asWord<LoadState>(),
  /** Times that it was begun. */
  attempts: asNumber,
  /** Start of the latest of them, ISO 8601. */
  startedAt: orNull(asText),
  /** Programs, cores and link as they were, as plain JSON. */
  facts: orNull(asJson(plainObject)),
  end: orNull(asJson(loadEnd)),
})

export type LoadRow = ReturnType<typeof readFields>

export type NewLoad = Pick<LoadRow, 'repetition' | 'server' | 'arm'>

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
