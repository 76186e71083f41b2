import type { Metric } from './metric.ts'
import { traced } from './traced.ts'

/** Frames as captured, link-layer headers and retransmissions included. */
export const bytesUp: Metric = traced('bytes_up', 'bytes on the wire from the client', (trace) =>
  trace.packets.reduce((sum, { up, frameBytes }) => (up ? sum + frameBytes : sum), 0),
)
