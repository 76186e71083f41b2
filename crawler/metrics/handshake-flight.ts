import type { MetricName } from '../../model/metrics.ts'
import type { PacketTrace, TracedConnection, TracedPacket } from '../../model/packet-trace.ts'
import type { Measured, Metric } from './metric.ts'
import { payloadOf } from './packet-payload.ts'
import { connectionRttMs } from './rtt.ts'
import { firstRequest, traced, unknown } from './traced.ts'

/** Measured in round trips: what comes so long after the client's second flight may be an answer to it. */
const ANSWERS_FROM = 0.9

interface HandshakeOf {
  readonly trace: PacketTrace
  readonly connection: TracedConnection
  readonly index: number
  /** All packets of the connection. */
  readonly own: readonly TracedPacket[]
}

/** Reads the connection with the first request. */
export const handshakeFlight: readonly Metric[] = [
  ofHandshake(
    'handshake_amplification',
    'QUIC: payload from the server before it could hear from the client again, by the client’s (RFC 9000, 8.1)',
    amplification,
  ),
]

function amplification({ trace, connection, index, own }: HandshakeOf): number | Measured {
  if (connection.transport !== 'quic') return unknown('TCP validates addresses by its handshake')
  const rttMs = connectionRttMs(trace, index)
  const answered = own.findIndex(({ up }) => !up)
  if (rttMs === null || answered < 0) return unknown('the round trip is not known')
  const again = own.slice(answered).find(({ up }) => up)
  const untilMs = (again?.atMs ?? Number.POSITIVE_INFINITY) + ANSWERS_FROM * rttMs
  const flight = own.filter(({ up, atMs }) => !up && atMs < untilMs)
  return payloadOf(flight) / payloadOf(own.slice(0, answered))
}

function ofHandshake(
  name: MetricName,
  about: string,
  measure: (handshake: HandshakeOf) => number | Measured,
): Metric {
  return traced(name, about, (trace) => {
    const request = firstRequest(trace)
    if (typeof request === 'string') return unknown(request)
    const connection = trace.connections[request.connection]
    if (connection === undefined) return unknown('the connection of the first request is not known')
    const own = trace.packets.filter((packet) => packet.connection === request.connection)
    return measure({ trace, connection, index: request.connection, own })
  })
}
