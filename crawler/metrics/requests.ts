import type { PacketTrace } from '../../model/packet-trace.ts'
import { harEntries, lacksWorkerScript, NO_WORKER_SCRIPT } from './har-entries.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

const heads = traced('requests', 'heads of requests in the packets', ({ connections }) => {
  const counts = connections.flatMap(({ requests }) => requests ?? [])
  return counts.length < connections.length
    ? unknown('the trace is from before requests were counted')
    : counts.reduce((sum, count) => sum + count, 0)
})

/** Requests whose heads the packets carried; null where the packets do not say. */
function requestsOnWire(packets: PacketTrace | null): number | null {
  const found = heads.compute({ timings: null, har: null, connections: null, packets })
  return typeof found === 'object' ? (found?.value ?? null) : found
}

/**
 * Each redirect is a request of its own, and so is what a service worker asks for. Null where the packets carried more:
 * Chromium does not tell of what it asks for again of its own accord (after 421 or REFUSED_STREAM), nor of what a document
 * sends while it is left.
 */
export const requests: Metric = {
  name: 'requests',
  about:
    'requests of the page to the network, failed ones included (entries of the HAR that no cache, service worker or rule of the browser answered)',
  compute(artifacts) {
    const reported = harEntries(artifacts)?.length ?? null
    if (reported === null) return { value: null, note: 'no request was recorded' }
    if (lacksWorkerScript(artifacts)) return { value: null, note: NO_WORKER_SCRIPT }
    const sent = requestsOnWire(artifacts.packets)
    if (sent === null || sent <= reported) return reported
    return { value: null, note: `the browser reported ${reported}, but the packets carried ${sent}` }
  },
}
