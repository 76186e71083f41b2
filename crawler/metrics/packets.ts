import type { Metric } from './metric.ts'
import { traced } from './traced.ts'

/** Counts packets as captured: where the network card or the kernel joins segments (TSO, GRO), a joined one counts once. */
export const packets: Metric = traced(
  'packets',
  'packets of the page’s connections, both ways',
  (trace) => trace.packets.length,
)
