import type { PacketTrace } from '../../model/packet-trace.ts'
import type { Measured, Metric } from './metric.ts'
import { firstRequest, traced, unknown } from './traced.ts'

/**
 * Time on Wire (elkhatib:section-iii-a), milliseconds, on the capture's clock. Null where no
 * request or no response was captured.
 */
export const towMs: Metric = traced(
  'tow_ms',
  'from the first packet that carries an HTTP request to the last that carries response data',
  timeOnWire,
)

export function timeOnWire(trace: PacketTrace): Measured {
  const first = firstRequest(trace)
  if (typeof first === 'string') return unknown(first)
  const last = trace.packets.findLast(({ response }) => response)
  if (!last || last.atMs < first.atMs) return unknown('no response was captured')
  return { value: last.atMs - first.atMs, note: null }
}
