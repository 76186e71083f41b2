import { countSeconds, type PlacedSecond, pageOfSeconds } from '../../db/load/load-seconds.ts'
import { type LoadRow, loadsOf } from '../../db/load/loads.ts'
import type { LoadSeconds } from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler } from '../request/handler.ts'
import { findLoadRun } from './load-runs.ts'

type Row = LoadSeconds['rows'][number]

export const loadSeconds: Handler<'loadSeconds'> = async (context, { params, query }) => {
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
  const { pageTimesUs: _times, cpuMs, rssBytes, errors, pagesBegun, ...others } = counts
  return {
    ...{ load, server, arm, repetition, second },
    ...others,
    pagesStarted: pagesBegun,
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
