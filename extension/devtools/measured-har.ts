import type { Har } from 'har-format'
import { type ComputedMetric, computeAll } from '../../crawler/metrics/compute.ts'
import type { Metric } from '../../crawler/metrics/metric.ts'
import { METRIC_GROUPS } from '../../crawler/metrics/registry.ts'
import type { PageTimings } from '../capture/types.ts'

/** Unknown to DevTools and the page: largest paints that are still to come, and connections. */
const UNAVAILABLE = new Set(['lcp_ms', 'connections'])

const WITHOUT_BROWSER_OR_PACKETS = [
  'The packet trace',
  'How faithful a replay was',
  'The critical path of a graph',
]

/** Leaves out packets, which a browser does not show, and what only the lab's replays have. */
export const PANEL_GROUPS: Readonly<Record<string, readonly Metric[]>> = Object.fromEntries(
  Object.entries(METRIC_GROUPS)
    .filter(([title]) => !WITHOUT_BROWSER_OR_PACKETS.includes(title))
    .map(([title, metrics]) => [title, metrics.filter(({ name }) => !UNAVAILABLE.has(name))]),
)

export interface MeasuredHar {
  readonly har: Har
  readonly metrics: readonly ComputedMetric[]
}

/**
 * DevTools’ HAR with towline’s metrics in `log._towline`, computed as those of live probing and the lab are. Metrics of
 * the page’s own clock are null where it could not be read.
 */
export function measuredHar(log: Har['log'], timings: PageTimings | null, version: string): MeasuredHar {
  const metrics = computeAll(
    { timings, har: { log }, connections: null, packets: null },
    Object.values(PANEL_GROUPS).flat(),
  )
  const _towline = { version, metrics }
  return { har: { log: { ...log, _towline } as Har['log'] }, metrics }
}
