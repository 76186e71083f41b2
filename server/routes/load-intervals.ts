import type { LoadIntervalRow, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { Problem } from '../http/problem.ts'
import { errorColumns } from '../load/error-columns.ts'
import type { ReadLoad, ShownInterval } from '../load/read-load-run.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLoadRun } from './load-runs.ts'

export async function loadIntervals(
  context: Context,
  { params, query }: Request<'loadIntervals'>,
): Promise<Reply<'loadIntervals'>> {
  const { server } = query
  const { report, loads } = await context.loads.read(await findLoadRun(context, params.id))
  const { plan } = report
  if (server !== undefined && !plan.servers.includes(server))
    throw new Problem('bad_request', `This run has no such server; it has: ${plan.servers.join(', ')}.`)
  const chosen = loads.filter(({ row }) => server === undefined || row.server === server)
  const rows = chosen.flatMap((load) => load.intervals.map((interval) => rowAnswer(load, interval)))
  return {
    answer: { loadRunId: report.run.id, intervalMs: plan.ramp.intervalMs, slaMs: plan.slaMs, rows },
  }
}

function rowAnswer({ row }: ReadLoad, interval: ShownInterval): LoadIntervalRow {
  const { load, server, arm, repetition } = row
  const { p50Ms = null, p95Ms = null, p99Ms = null, errors, ...others } = interval
  return { load, server, arm, repetition, ...others, p50Ms, p95Ms, p99Ms, errors: { ...errors } }
}

export const loadIntervalsCsv: ToCsv<'loadIntervals'> = ({ rows }) =>
  csvTable<LoadIntervalRow>(rows, {
    load: (row) => row.load,
    server: (row) => row.server,
    arm: (row) => row.arm,
    repetition: (row) => row.repetition,
    from_ms: (row) => row.fromMs,
    to_ms: (row) => row.toMs,
    users_from: (row) => row.usersFrom,
    users_to: (row) => row.usersTo,
    pages_done: (row) => row.pagesDone,
    pages_failed: (row) => row.pagesFailed,
    pages_overdue: (row) => row.pagesOverdue,
    pages_per_s: (row) => row.pagesPerS,
    p50_ms: (row) => row.p50Ms,
    p95_ms: (row) => row.p95Ms,
    p99_ms: (row) => row.p99Ms,
    is_over_limit: (row) => row.isOverLimit,
    client_busy: (row) => row.clientBusy,
    server_busy: (row) => row.serverBusy,
    busy_workers: (row) => row.busyWorkers,
    server_bytes: (row) => row.serverBytes,
    ...errorColumns(),
  })
