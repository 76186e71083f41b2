import { PHASES } from '../../har/phases.ts'
import type { DataTable } from './chart.ts'
import { disjointPhases, PHASE_STYLES } from './phase.ts'
import { loadName, numberedRequests, type WaterfallLoad } from './waterfall-load.ts'
import { blockingWords, priorityWords, requestHost } from './waterfall-words.ts'

/** All requests of the loads, whatever is drawn of them. */
export function waterfallTable(loads: readonly WaterfallLoad[]): DataTable {
  return {
    columns: [
      'arm',
      'no.',
      'URL',
      'host',
      'type',
      'status',
      'protocol',
      'bytes',
      'priority',
      'rendering',
      'connection',
      'start (ms)',
      ...PHASES.map((phase) => `${PHASE_STYLES[phase].label} (ms)`),
    ],
    rows: loads.flatMap((load) =>
      numberedRequests(load).map((request) => [
        loadName(load),
        request.number,
        request.url,
        requestHost(request),
        request.type,
        request.status === 0 ? (request.error ?? 'no response') : request.status,
        request.protocol,
        request.sizeBytes,
        priorityWords(request),
        blockingWords(request),
        request.connection,
        Number(request.startMs.toFixed(1)),
        ...disjointPhases(request.phases).map(({ ms }) => Number(ms.toFixed(2))),
      ]),
    ),
  }
}
