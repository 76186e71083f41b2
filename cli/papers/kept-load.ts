import type { ColumnSource } from 'hyparquet-writer'
import { type LoadRow, loadOfRow } from '../../db/load/loads.ts'
import type { RecordedLoad } from '../../server/load/read-load-run.ts'
import type { LoadInterval } from '../../stats/load/load-intervals.ts'
import type { FigureSecond } from '../../stats/load/server-costs.ts'
import type { KeptRow } from './read-kept-runs.ts'

/** Files of a kept load run beside its facts. Page times are kept as percentiles of intervals: all of them are some megabytes. */
export const LOAD_FILES = {
  loads: 'loads.parquet',
  intervals: 'intervals.parquet',
  seconds: 'seconds.parquet',
} as const

type Columns<Row> = Readonly<
  Record<
    string,
    readonly [type: 'INT32' | 'DOUBLE' | 'STRING', of: (row: Row) => number | string | null | undefined]
  >
>

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** Columns as the table `loads` has them. */
const LOADS: Columns<LoadRow> = {
  load_run_id: ['INT32', ({ loadRunId }) => loadRunId],
  load: ['INT32', ({ load }) => load],
  repetition: ['INT32', ({ repetition }) => repetition],
  server: ['STRING', ({ server }) => server],
  arm: ['STRING', ({ arm }) => arm],
  state: ['STRING', ({ state }) => state],
  attempts: ['INT32', ({ attempts }) => attempts],
  started_at: ['STRING', ({ startedAt }) => startedAt],
  facts: ['STRING', ({ facts }) => json(facts)],
  end_counts: ['STRING', ({ end }) => json(end)],
}

const INTERVALS: Columns<LoadInterval> = {
  from_ms: ['DOUBLE', ({ fromMs }) => fromMs],
  to_ms: ['DOUBLE', ({ toMs }) => toMs],
  users_from: ['INT32', ({ usersFrom }) => usersFrom],
  users_to: ['INT32', ({ usersTo }) => usersTo],
  pages_done: ['INT32', ({ pagesDone }) => pagesDone],
  pages_failed: ['INT32', ({ pagesFailed }) => pagesFailed],
  pages_overdue: ['INT32', ({ pagesOverdue }) => pagesOverdue],
  pages_per_s: ['DOUBLE', ({ pagesPerS }) => pagesPerS],
  p50_ms: ['DOUBLE', ({ p50Ms }) => p50Ms],
  p95_ms: ['DOUBLE', ({ p95Ms }) => p95Ms],
  p99_ms: ['DOUBLE', ({ p99Ms }) => p99Ms],
  errors: ['STRING', ({ errors }) => json(errors)],
  client_busy: ['DOUBLE', ({ clientBusy }) => clientBusy],
  server_busy: ['DOUBLE', ({ serverBusy }) => serverBusy],
  busy_workers: ['INT32', ({ busyWorkers }) => busyWorkers],
  server_bytes: ['DOUBLE', ({ serverBytes }) => serverBytes],
}

const SECONDS: Columns<FigureSecond> = {
  at_ms: ['DOUBLE', ({ load }) => load.atMs],
  length_ms: ['DOUBLE', ({ load }) => load.lengthMs],
  users: ['INT32', ({ load }) => load.users],
  pages_done: ['INT32', ({ load }) => load.pagesDone],
  pages_failed: ['INT32', ({ load }) => load.pagesFailed],
  errors: ['STRING', ({ load }) => json(load.errors)],
  client_rss_bytes: ['DOUBLE', ({ load }) => load.rssBytes],
  server_cpu_total_ms: ['DOUBLE', ({ server }) => server?.cpuTotalMs],
  server_rss_bytes: ['DOUBLE', ({ server }) => server?.rssBytes],
  server_pss_bytes: ['DOUBLE', ({ server }) => server?.pssBytes],
  server_tcp_sockets: ['INT32', ({ server }) => server?.tcpSockets],
  server_udp_sockets: ['INT32', ({ server }) => server?.udpSockets],
}

/** The columns of the three files. */
export function loadColumns(loads: readonly RecordedLoad[]): Record<string, ColumnSource[]> {
  const rows = loads.map(({ row }) => row)
  const ofLoads = <Row>(columns: Columns<Row>, rowsOf: (load: RecordedLoad) => readonly Row[]) =>
    [
      { name: 'load', type: 'INT32', data: loads.flatMap((load) => rowsOf(load).map(() => load.row.load)) },
      ...columnsOf(columns, loads.flatMap(rowsOf)),
    ] as ColumnSource[]
  return {
    [LOAD_FILES.loads]: columnsOf(LOADS, rows),
    [LOAD_FILES.intervals]: ofLoads(INTERVALS, ({ intervals }) => intervals),
    [LOAD_FILES.seconds]: ofLoads(SECONDS, ({ seconds }) => seconds),
  }
}

function columnsOf<Row>(columns: Columns<Row>, rows: readonly Row[]): ColumnSource[] {
  return Object.entries(columns).map(([name, [type, of]]) => ({
    ...{ name, type },
    data: rows.map((row) => of(row) ?? null),
  }))
}

/** Loads of the rows of the three files. */
export function loadsOfRows(tables: {
  readonly loads: readonly KeptRow[]
  readonly intervals: readonly KeptRow[]
  readonly seconds: readonly KeptRow[]
}): RecordedLoad[] {
  const [intervals, seconds] = [tables.intervals, tables.seconds].map((rows) =>
    Map.groupBy(rows, ({ load }) => Number(load)),
  ) as [Map<number, KeptRow[]>, Map<number, KeptRow[]>]
  return tables.loads.map((kept) => {
    const row = loadOfRow(kept as Parameters<typeof loadOfRow>[0])
    return {
      row,
      intervals: (intervals.get(row.load) ?? []).map(intervalOfRow),
      seconds: (seconds.get(row.load) ?? []).map(secondOfRow),
    }
  })
}

const orNull = (value: unknown): number | null => (value == null ? null : Number(value))

function intervalOfRow(row: KeptRow): LoadInterval {
  const [pagesDone, pagesFailed, pagesOverdue] = [row.pages_done, row.pages_failed, row.pages_overdue].map(
    Number,
  ) as [number, number, number]
  // A percentile that is among failed pages is null; without any page there is none.
  const percentile = (value: unknown) =>
    pagesDone + pagesFailed + pagesOverdue === 0 ? undefined : orNull(value)
  return {
    ...{ fromMs: Number(row.from_ms), toMs: Number(row.to_ms) },
    ...{ usersFrom: Number(row.users_from), usersTo: Number(row.users_to) },
    ...{ pagesDone, pagesFailed, pagesOverdue, pagesPerS: Number(row.pages_per_s) },
    ...{ p50Ms: percentile(row.p50_ms), p95Ms: percentile(row.p95_ms), p99Ms: percentile(row.p99_ms) },
    errors: JSON.parse(String(row.errors)),
    ...{ clientBusy: Number(row.client_busy), serverBusy: orNull(row.server_busy) },
    ...{ busyWorkers: orNull(row.busy_workers), serverBytes: orNull(row.server_bytes) },
  }
}

function secondOfRow(row: KeptRow): FigureSecond {
  return {
    load: {
      ...{ atMs: Number(row.at_ms), lengthMs: Number(row.length_ms), users: Number(row.users) },
      ...{ pagesDone: Number(row.pages_done), pagesFailed: Number(row.pages_failed) },
      errors: JSON.parse(String(row.errors)),
      rssBytes: orNull(row.client_rss_bytes),
    },
    server:
      row.server_cpu_total_ms == null
        ? null
        : {
            cpuTotalMs: Number(row.server_cpu_total_ms),
            ...{ rssBytes: Number(row.server_rss_bytes), pssBytes: orNull(row.server_pss_bytes) },
            tcpSockets: orNull(row.server_tcp_sockets),
            udpSockets: orNull(row.server_udp_sockets),
          },
  }
}
