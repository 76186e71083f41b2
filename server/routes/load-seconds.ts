import { countSeconds, type PlacedSecond, pageOfSeconds } from '../../db/load/load-seconds.ts'
import { type LoadRow, loadsOf } from '../../db/load/loads.ts'
import type { LoadSeconds, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { requireFound } from '../http/problem.ts'
import { errorColumns } from '../load/error-columns.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLoadRun } from './load-runs.ts'

type Row = LoadSeconds['rows'][number]

export async function loadSeconds(
  context: Context,
  { params, query }: Request<'loadSeconds'>,
): Promise<Reply<'loadSeconds'>> {
  const { id: loadRunId } = await findLoadRun(context, params.id)
  const { page = 1, pageSize, load = null } = query
  const loads = await loadsOf(context.db, loadRunId)
  if (load !== null) requireFound(loads[load] ?? null, 'load in this run')
  const choice = { loadRunId, load }
  const place = { offset: (page - 1) * pageSize, limit: pageSize }
  const seconds = await pageOfSeconds(context.db, choice, place)
  return {
    answer: {
      loadRunId,
      total: await countSeconds(context.db, choice),
      page,
      pageSize,
      rows: seconds.flatMap((second) => {
        const found = loads[second.load]
        return found === undefined ? [] : [rowAnswer(found, second)]
      }),
    },
  }
}

function rowAnswer({ load, server, arm, repetition }: LoadRow, { second, measured }: PlacedSecond): Row {
  const { load: counts, server: reading, busy } = measured
  const { pageTimesUs: _times, cpuMs, rssBytes, errors, ...others } = counts
  return {
    ...{ load, server, arm, repetition, second },
    ...others,
    clientCpuMs: cpuMs,
    clientRssBytes: rssBytes,
    clientBusy: busy.client,
    serverBusy: busy.server,
    serverProcesses: reading?.processes ?? null,
    serverThreads: reading?.threads ?? null,
    serverCpuTotalMs: reading?.cpuTotalMs ?? null,
    serverRssBytes: reading?.rssBytes ?? null,
    serverPssBytes: reading?.pssBytes ?? null,
    serverTcpSockets: reading?.tcpSockets ?? null,
    serverUdpSockets: reading?.udpSockets ?? null,
    serverBusyWorkers: reading?.busyWorkers ?? null,
    errors: { ...errors },
  }
}

export const loadSecondsCsv: ToCsv<'loadSeconds'> = ({ rows }) =>
  csvTable<Row>(rows, {
    load: (row) => row.load,
    server: (row) => row.server,
    arm: (row) => row.arm,
    repetition: (row) => row.repetition,
    second: (row) => row.second,
    at_ms: (row) => row.atMs,
    length_ms: (row) => row.lengthMs,
    users: (row) => row.users,
    pages_begun: (row) => row.pagesBegun,
    pages_done: (row) => row.pagesDone,
    pages_failed: (row) => row.pagesFailed,
    p50_ms: (row) => row.p50Ms,
    p95_ms: (row) => row.p95Ms,
    p99_ms: (row) => row.p99Ms,
    answers: (row) => row.answers,
    body_bytes: (row) => row.bodyBytes,
    connections_opened: (row) => row.connectionsOpened,
    sessions_resumed: (row) => row.sessionsResumed,
    late_ms: (row) => row.lateMs,
    client_cpu_ms: (row) => row.clientCpuMs,
    client_rss_bytes: (row) => row.clientRssBytes,
    client_busy: (row) => row.clientBusy,
    server_busy: (row) => row.serverBusy,
    server_processes: (row) => row.serverProcesses,
    server_threads: (row) => row.serverThreads,
    server_cpu_total_ms: (row) => row.serverCpuTotalMs,
    server_rss_bytes: (row) => row.serverRssBytes,
    server_pss_bytes: (row) => row.serverPssBytes,
    server_tcp_sockets: (row) => row.serverTcpSockets,
    server_udp_sockets: (row) => row.serverUdpSockets,
    server_busy_workers: (row) => row.serverBusyWorkers,
    ...errorColumns(),
  })
