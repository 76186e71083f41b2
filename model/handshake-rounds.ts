import type { Arm } from './arm.ts'
import type { Visit } from './visit.ts'

/** Round trips before a request can be sent: TCP (RFC 9293), TLS 1.3 after it (RFC 8446, 2), or QUIC (RFC 9001, 4). */
export const HANDSHAKE_ROUNDS: Readonly<Record<Arm, number>> = {
  http: 1,
  h1: 2,
  h2: 2,
  h3: 1,
  // The first request goes over TCP: a cold browser knows no Alt-Svc, and is told nothing by its name's records.
  'h3-altsvc': 2,
  // Recorded pages have no limit: a host may have come by HTTP/3.
  recorded: 1,
}

/** The same of a visit: what is announced beforehand saves TCP, and early data the handshake that it rides on. */
export function handshakeRounds(arm: Arm, visit: Visit): number {
  if (visit === 'zero-rtt') return HANDSHAKE_ROUNDS[arm] - 1
  const isAnnounced = visit === 'https-record' || visit === 'alt-svc-second'
  return isAnnounced ? HANDSHAKE_ROUNDS.h3 : HANDSHAKE_ROUNDS[arm]
}
