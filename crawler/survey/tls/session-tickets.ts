import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { TicketsSeen } from '../../../model/operation.ts'
import { derFields, derInteger } from '../../network/der.ts'

const NONE: TicketsSeen = { count: 0, lifetimeS: null, maxEarlyDataBytes: null }
const seen = new WeakMap<Socket, TicketsSeen>()

/** Counts the tickets of a connection from now on. Those of TLS 1.3 come after the handshake. */
export function watchTickets(stream: TLSSocket): void {
  seen.set(stream, NONE)
  stream.on('session', (session: Buffer) => {
    const ticket = readTicket(session)
    if (ticket !== null) seen.set(stream, { count: (seen.get(stream)?.count ?? 0) + 1, ...ticket })
  })
}

/** Returns null where nobody watches, as in clear text. */
export function ticketsSeen(stream: Socket): TicketsSeen | null {
  return seen.get(stream) ?? null
}

/** Bytes that Node 26 writes before OpenSSL's session, and the length of the server name that follows. */
const NODE_PREFIX = Buffer.from('\0nodejs:tls:session:1\0')
/** Fields of OpenSSL's SSL_SESSION_ASN1 (ssl/ssl_asn1.c). */
const FIELD = { lifetimeHint: 9, ticket: 10, maxEarlyData: 15 } as const

/** The ticket of a session as Node gives it; null where it has none: one of TLS 1.2 may have an id alone. */
function readTicket(session: Buffer): Omit<TicketsSeen, 'count'> | null {
  const fields = derFields(withoutPrefix(session))
  if (fields?.get(FIELD.ticket) === undefined) return null
  return {
    // OpenSSL leaves out what is 0: a lifetime that is not stated (RFC 5077, 3.3), no early data.
    lifetimeS: derInteger(fields.get(FIELD.lifetimeHint)),
    maxEarlyDataBytes: derInteger(fields.get(FIELD.maxEarlyData)) ?? 0,
  }
}

function withoutPrefix(session: Buffer): Buffer {
  if (!session.subarray(0, NODE_PREFIX.length).equals(NODE_PREFIX)) return session
  const at = NODE_PREFIX.length
  return session.subarray(at + 2 + session.readUInt16BE(at))
}
