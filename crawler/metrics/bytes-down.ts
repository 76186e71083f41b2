import type { Metric } from './metric.ts'
import { traced } from './traced.ts'

/** Frames as captured, link-layer headers and retransmissions included. */
export const bytesDown: Metric = traced('bytes_down', 'bytes on the wire to the client', (trace) =>
  trace.packets.reduce((sum, { up, frameBytes }) => (up ? sum : sum + frameBytes), 0),
)
