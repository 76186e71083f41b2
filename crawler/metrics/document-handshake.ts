import type { MetricName } from '../../model/metrics.ts'
import type { TracedHandshake } from '../../model/packet-trace.ts'
import { type HandshakeFlights, handshakeFlights } from './handshake-flights.ts'
import type { Metric } from './metric.ts'
import { firstRequest, traced, unknown } from './traced.ts'

/** Reads the connection with the page's first request. */
export const keyExchangeGroup = said(
  'key_exchange_group',
  'keyExchangeGroup',
  'group of the key exchange, its code of IANA (29: X25519, 4588: X25519MLKEM768)',
  'no key share of the server was seen',
)
export const chainBytes = said(
  'chain_bytes',
  'chainBytes',
  'certificates that the server sent, in DER',
  'no certificate was sent (a resumed session), or it was compressed',
)
export const signatureScheme = said(
  'signature_scheme',
  'signatureScheme',
  'by which the server signed, its code of IANA (1027: ECDSA with P-256, 2054: RSA-PSS with SHA-512)',
  'the server did not sign (a resumed session), or that was not read',
)
export const clientFirstFlightBytes = flight(
  'client_first_flight_bytes',
  'clientFirstBytes',
  'what the client sent of TLS before it heard of the server',
)
export const serverFirstFlightBytes = flight(
  'server_first_flight_bytes',
  'serverFirstBytes',
  'what the server sent of TLS before it had to wait for the client',
)
export const serverHandshakeBytes = flight(
  'server_handshake_bytes',
  'serverBytes',
  'what the server sent before the client’s Finished',
)
export const handshakeRoundTrips = flight(
  'handshake_round_trips',
  'roundTrips',
  'round trips before the client could send a request',
)

function said(name: MetricName, field: keyof TracedHandshake, about: string, absent: string): Metric {
  return traced(name, about, (trace) => {
    const request = firstRequest(trace)
    if (typeof request === 'string') return unknown(request)
    const handshake = trace.connections[request.connection]?.handshake
    if (handshake === undefined) return unknown('the trace is of a version that did not read handshakes')
    return handshake[field] ?? unknown(absent)
  })
}

function flight(name: MetricName, field: keyof HandshakeFlights, about: string): Metric {
  return traced(name, about, (trace) => {
    const request = firstRequest(trace)
    if (typeof request === 'string') return unknown(request)
    const flights = handshakeFlights(trace, request.connection)
    return typeof flights === 'string' ? unknown(flights) : flights[field]
  })
}
