import type { TicketsSeen } from '../../model/operation.ts'
import { derFields, derInteger } from '../network/der.ts'

/** quiche writes the length of BoringSSL's session before it, and the peer's transport parameters after it. */
const LENGTH_BYTES = 8
/** Fields of BoringSSL's SSL_SESSION (ssl/ssl_asn1.cc). */
const FIELD = { ticket: 10, maxEarlyData: 24 } as const

/**
 * The tickets of a connection by `Connection.session`, which holds the last alone: the count says no more than whether there
 * was one, and BoringSSL keeps no lifetime.
 */
export function ticketsOf(session: Uint8Array | null): TicketsSeen {
  const none = { count: 0, lifetimeS: null, maxEarlyDataBytes: null }
  if (session === null || session.length < LENGTH_BYTES) return none
  const bytes = Buffer.from(session)
  const length = Number(bytes.readBigUInt64BE())
  const fields = derFields(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length))
  if (fields?.get(FIELD.ticket) === undefined) return none
  return { count: 1, lifetimeS: null, maxEarlyDataBytes: derInteger(fields.get(FIELD.maxEarlyData)) ?? 0 }
}
