import type { Metric } from './metric.ts'
import { traced } from './traced.ts'

/** An attempt that no packet of the server answered is no connection. */
export const handshakes: Metric = traced(
  'handshakes',
  'transport connections that were opened to the page’s servers',
  (trace) => new Set(trace.packets.filter(({ up }) => !up).map(({ connection }) => connection)).size,
)
