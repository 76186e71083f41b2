/**
 * The groups that OpenSSL 3.5 sends key shares for unasked. A server that wants another one says so by HelloRetryRequest,
 * which costs a round trip (RFC 8446, 2.1).
 */
const KEY_SHARES: ReadonlySet<string> = new Set(['X25519MLKEM768', 'X25519'])

/**
 * Round trips of a full handshake of ours before the request, after TCP's: 1 or 2 with TLS 1.3, 2 with older versions
 * (RFC 5246, 7.3). It follows from what was negotiated: a time would hold the server's work as well.
 */
export function handshakeRoundTrips(version: string | null, group: string | null): number | null {
  if (version === null) return null
  if (version !== 'TLSv1.3') return 2
  if (group === null) return null
  return KEY_SHARES.has(group) ? 1 : 2
}
