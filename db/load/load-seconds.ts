import { z } from 'zod'
import { LOAD_FAILURES } from '../../model/load-failures.ts'
import type { LoadErrors, MeasuredSecond, PageTimes } from '../../model/load-second.ts'
import type { Database, Row, Value } from '../connection/database.ts'
import { asJson, asNumber, columnValues, orNull, recordReader } from '../rows/record.ts'
import { holdLoadRun, type LoadLease } from './load-leases.ts'

const errors = z.partialRecord(
  z.enum(Object.keys(LOAD_FAILURES) as (keyof typeof LOAD_FAILURES)[]),
  z.number(),
) as z.ZodType<LoadErrors>
const pageTimes: z.ZodType<PageTimes> = z.array(z.tuple([z.number(), z.number()])).readonly()

const LOAD = {
  atMs: asNumber,
  lengthMs: asNumber,
  users: asNumber,
  pagesBegun: asNumber,
  pagesDone: asNumber,
  pagesFailed: asNumber,
  p50Ms: orNull(asNumber),
  p95Ms: orNull(asNumber),
  p99Ms: orNull(asNumber),
  errors: asJson(errors),
  answers: asNumber,
  bodyBytes: asNumber,
  connectionsOpened: asNumber,
  sessionsResumed: orNull(asNumber),
  lateMs: asNumber,
  pageTimesUs: asJson(pageTimes),
}

const CLIENT = { cpuMs: asNumber, rssBytes: orNull(asNumber) }

const SERVER = {
  atMs: asNumber,
  processes: asNumber,
  threads: asNumber,
  cpuTotalMs: asNumber,
  rssBytes: asNumber,
  pssBytes: orNull(asNumber),
  tcpSockets: orNull(asNumber),
  udpSockets: orNull(asNumber),
  busyWorkers: orNull(asNumber),
}

const [readLoad, readClient, readServer] = [
  recordReader(LOAD),
  recordReader(CLIENT, 'client_'),
  recordReader(SERVER, 'server_'),
]

/** Records the next second of a load that is running, and extends the lease. Rejects with `LoadRunLost`. */
export async function recordSecond(
  db: Database,
  lease: LoadLease,
  place: { readonly load: number; readonly second: number },
  { load, server, busy }: MeasuredSecond,
): Promise<void> {
  const columns: [string, Value][] = [
    ['load_run_id', lease.loadRunId],
    ['load', place.load],
    ['second', place.second],
    ...columnValues(LOAD, load),
    ...columnValues(CLIENT, load, 'client_'),
    ...columnValues(SERVER, server ?? {}, 'server_'),
    ['client_core_busy', busy.client],
    ['server_cores_busy', busy.server],
  ]
  const names = columns.map(([name]) => name)
  await db.write(async (query) => {
    await holdLoadRun(query, db.dialect, lease)
    await query(
      `INSERT INTO load_seconds (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      columns.map(([, value]) => value),
    )
  })
}

/** The seconds of a load in their order. */
export async function secondsOf(db: Database, loadRunId: number, load: number): Promise<MeasuredSecond[]> {
  const rows = await db.query(
    'SELECT * FROM load_seconds WHERE load_run_id = ? AND load = ? ORDER BY second',
    [loadRunId, load],
  )
  return rows.map(readSecond)
}

export interface PlacedSecond {
  readonly load: number
  readonly second: number
  readonly measured: MeasuredSecond
}

interface SecondsChoice {
  readonly loadRunId: number
  /** Is null for all loads. */
  readonly load: number | null
}

export async function countSeconds(db: Database, { loadRunId, load }: SecondsChoice): Promise<number> {
  const [row] = await db.query(
    `SELECT count(*) AS seconds FROM load_seconds WHERE load_run_id = ? ${load === null ? '' : 'AND load = ?'}`,
    [loadRunId, ...(load === null ? [] : [load])],
  )
  return Number(row?.seconds)
}

/** Some of the seconds of a run, by load and second. */
export async function pageOfSeconds(
  db: Database,
  { loadRunId, load }: SecondsChoice,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<PlacedSecond[]> {
  const rows = await db.query(
    `SELECT * FROM load_seconds WHERE load_run_id = ? ${load === null ? '' : 'AND load = ?'}
     ORDER BY load, second LIMIT ? OFFSET ?`,
    [loadRunId, ...(load === null ? [] : [load]), limit, offset],
  )
  return rows.map((row) => ({
    load: Number(row.load),
    second: Number(row.second),
    measured: readSecond(row),
  }))
}

function readSecond(row: Row): MeasuredSecond {
  return {
    load: { ...readLoad(row), ...readClient(row) },
    server: row.server_at_ms === null ? null : readServer(row),
    busy: { client: orNull(asNumber)(row.client_core_busy), server: orNull(asNumber)(row.server_cores_busy) },
  }
}
