import type { LoadIntervalRow } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'
import type { ReadLoad, ShownInterval } from '../load/read-load-run.ts'
import type { Handler } from '../request/handler.ts'
import { findLoadRun } from './load-runs.ts'

export const loadIntervals: Handler<'loadIntervals'> = async (context, { params, query }) => {
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
