import type { MetricName } from '../../model/metrics.ts'
import type { PacketTrace } from '../../model/packet-trace.ts'
import { type Flight, firstFlightOf, nextFlightOf } from './first-flight.ts'
import type { Measured, Metric } from './metric.ts'
import { payloadOf } from './packet-payload.ts'
import { traced, unknown } from './traced.ts'

const BURST_MS = 1
const NO_FLIGHT =
  'no first flight shows: too little to send, too slow a link, a lost packet, or answers to other requests'

/** Reads the first connection that shows its window: how its server began to send. */
export const firstFlightMetrics: readonly Metric[] = [
  ofFlight(
    'first_flight_packets',
    'packets of the first long response that came before an acknowledgement of any could be answered',
    ({ segments }) => segments,
  ),
  ofFlight('first_flight_bytes', 'bytes of payload of those', ({ packets }) => payloadOf(packets)),
  ofFlight('first_flight_growth', 'bytes of the next flight by those', ({ packets }, next) => {
    if (next === null) return unknown('the second flight cannot be told from what follows')
    return payloadOf(next.packets) / payloadOf(packets)
  }),
  ofFlight(
    'first_flight_spread',
    'time from the first of those to the last by the round trip, a slow link’s share included',
    ({ packets, rttMs }) => ((packets.at(-1)?.atMs ?? Number.NaN) - (packets[0]?.atMs ?? Number.NaN)) / rttMs,
  ),
  ofFlight(
    'first_flight_burst_share',
    `share of those bytes within ${BURST_MS} ms of the first packet`,
    ({ packets }) => {
      const untilMs = (packets[0]?.atMs ?? Number.NaN) + BURST_MS
      return payloadOf(packets.filter(({ atMs }) => atMs <= untilMs)) / payloadOf(packets)
    },
  ),
]

function ofFlight(
  name: MetricName,
  about: string,
  measure: (flight: Flight, next: Flight | null) => number | Measured,
): Metric {
  return traced(name, about, (trace: PacketTrace) => {
    for (const connection of trace.connections.keys()) {
      const flight = firstFlightOf(trace, connection)
      if (flight !== null) return measure(flight, nextFlightOf(trace, connection, flight))
    }
    return unknown(NO_FLIGHT)
  })
}
