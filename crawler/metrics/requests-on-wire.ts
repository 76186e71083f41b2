import type { PacketTrace } from '../../model/packet-trace.ts'
import { traced, unknown } from './traced.ts'

const heads = traced('requests', 'heads of requests in the packets', ({ connections }) => {
  const counts = connections.flatMap(({ requests }) => requests ?? [])
  return counts.length < connections.length
    ? unknown('the trace is from before requests were counted')
    : counts.reduce((sum, count) => sum + count, 0)
})

/** Requests whose heads the packets carried; null where the packets do not say. */
export function requestsOnWire(packets: PacketTrace | null): number | null {
  const found = heads.compute({ timings: null, har: null, connections: null, packets })
  return typeof found === 'object' ? (found?.value ?? null) : found
}
