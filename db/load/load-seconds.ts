import { z } from 'zod'
import { LOAD_FAILURES } from '../../model/load-failures.ts'
import type { LoadErrors, MeasuredSecond, PageTimes, ServerReading } from '../../model/load-second.ts'
import type { Database, Row, Value } from '../connection/database.ts'
import { canonicalJson } from '../rows/canonical-json.ts'
import { readJson } from '../rows/json-column.ts'
import { holdLoadRun, type LoadLease } from './load-leases.ts'

/** Each column and where its value comes from. */
const COLUMNS: Readonly<Record<string, (second: MeasuredSecond) => Value>> = {
  at_ms: ({ load }) => load.atMs,
  length_ms: ({ load }) => load.lengthMs,
  users: ({ load }) => load.users,
  pages_begun: ({ load }) => load.pagesBegun,
  pages_done: ({ load }) => load.pagesDone,
  pages_failed: ({ load }) => load.pagesFailed,
  p50_ms: ({ load }) => load.p50Ms,
  p95_ms: ({ load }) => load.p95Ms,
  p99_ms: ({ load }) => load.p99Ms,
  errors: ({ load }) => canonicalJson(load.errors),
  answers: ({ load }) => load.answers,
  body_bytes: ({ load }) => load.bodyBytes,
  connections_opened: ({ load }) => load.connectionsOpened,
  sessions_resumed: ({ load }) => load.sessionsResumed,
  late_ms: ({ load }) => load.lateMs,
  page_times_us: ({ load }) => JSON.stringify(load.pageTimesUs),
  client_cpu_ms: ({ load }) => load.cpuMs,
  client_rss_bytes: ({ load }) => load.rssBytes,
  server_at_ms: ({ server }) => server?.atMs ?? null,
  server_processes: ({ server }) => server?.processes ?? null,
  server_threads: ({ server }) => server?.threads ?? null,
  server_cpu_total_ms: ({ server }) => server?.cpuTotalMs ?? null,
  server_rss_bytes: ({ server }) => server?.rssBytes ?? null,
  server_pss_bytes: ({ server }) => server?.pssBytes ?? null,
  server_tcp_sockets: ({ server }) => server?.tcpSockets ?? null,
  server_udp_sockets: ({ server }) => server?.udpSockets ?? null,
  server_busy_workers: ({ server }) => server?.busyWorkers ?? null,
  client_core_busy: ({ busy }) => busy.client,
  server_cores_busy: ({ busy }) => busy.server,
}

/** Records the next second of a load that is running, and extends the lease. Rejects with `LoadRunLost`. */
export async function recordSecond(
  db: Database,
  lease: LoadLease,
  place: { readonly load: number; readonly second: number },
  measured: MeasuredSecond,
): Promise<void> {
  const columns = Object.entries(COLUMNS)
  const names = ['load_run_id', 'load', 'second', ...columns.map(([name]) => name)]
  const values = [
    ...[lease.loadRunId, place.load, place.second],
    ...columns.map(([, read]) => read(measured)),
  ]
  await db.write(async (query) => {
    await holdLoadRun(query, db.dialect, lease)
    await query(
      `INSERT INTO load_seconds (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      values,
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

export interface SecondsChoice {
  readonly loadRunId: number
  /** Null: of all loads. */
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

const errors = z.partialRecord(
  z.enum(Object.keys(LOAD_FAILURES) as (keyof typeof LOAD_FAILURES)[]),
  z.number(),
) as z.ZodType<LoadErrors>
const pageTimes: z.ZodType<PageTimes> = z.array(z.tuple([z.number(), z.number()])).readonly()

function readSecond(row: Row): MeasuredSecond {
  return {
    load: {
      atMs: Number(row.at_ms),
      lengthMs: Number(row.length_ms),
      users: Number(row.users),
      pagesBegun: Number(row.pages_begun),
      pagesDone: Number(row.pages_done),
      pagesFailed: Number(row.pages_failed),
      p50Ms: numberOrNull(row.p50_ms),
      p95Ms: numberOrNull(row.p95_ms),
      p99Ms: numberOrNull(row.p99_ms),
      errors: readJson(errors, row.errors),
      answers: Number(row.answers),
      bodyBytes: Number(row.body_bytes),
      connectionsOpened: Number(row.connections_opened),
      sessionsResumed: numberOrNull(row.sessions_resumed),
      lateMs: Number(row.late_ms),
      pageTimesUs: readJson(pageTimes, row.page_times_us),
      cpuMs: Number(row.client_cpu_ms),
      rssBytes: numberOrNull(row.client_rss_bytes),
    },
    server: readServerColumns(row),
    busy: { client: numberOrNull(row.client_core_busy), server: numberOrNull(row.server_cores_busy) },
  }
}

function readServerColumns(row: Row): ServerReading | null {
  if (row.server_at_ms === null) return null
  return {
    atMs: Number(row.server_at_ms),
    processes: Number(row.server_processes),
    threads: Number(row.server_threads),
    cpuTotalMs: Number(row.server_cpu_total_ms),
    rssBytes: Number(row.server_rss_bytes),
    pssBytes: numberOrNull(row.server_pss_bytes),
    tcpSockets: numberOrNull(row.server_tcp_sockets),
    udpSockets: numberOrNull(row.server_udp_sockets),
    busyWorkers: numberOrNull(row.server_busy_workers),
  }
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value)
}
