import type { Arm } from './arm.ts'

/** Round trips before a request can be sent: TCP (RFC 9293), TLS 1.3 after it (RFC 8446, 2), or QUIC (RFC 9001, 4). */
export const HANDSHAKE_ROUNDS: Readonly<Record<Arm, number>> = {
  http: 1,
  h1: 2,
  h2: 2,
  h3: 1,
  // The first request goes over TCP: the lab has no HTTPS records, and a cold browser knows no Alt-Svc.
  'h3-altsvc': 2,
  // Of recorded pages there is no limit: a host may have come by HTTP/3.
  recorded: 1,
}
