import type { OperationRow, TlsResult } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import { isHttpRow } from '../operation/row.ts'

/**
 * Whether connections over TCP may be resumed, by the tickets that came with responses. Servers send those of TLS 1.3 right
 * after the handshake (RFC 8446, 4.6.1), so that a whole response without one says no.
 */
export function ticketFacts(
  tls: TlsResult | null,
  secure: readonly OperationRow[],
): Pick<SiteFacts, 'resumption' | 'ticketLifetimeS' | 'earlyData'> {
  const answered = secure
    .filter(({ operation }) => operation === 'http1' || operation === 'http2')
    .filter(isHttpRow)
    .filter(({ result }) => result?.tickets !== undefined && result.status !== null)
  const tickets = answered.flatMap(({ result }) => result?.tickets ?? [])
  const last = tickets.findLast(({ count }) => count > 0)
  if (last !== undefined)
    return {
      resumption: true,
      ticketLifetimeS: last.lifetimeS,
      earlyData: tickets.some(({ maxEarlyDataBytes }) => (maxEarlyDataBytes ?? 0) > 0),
    }
  // TLS 1.2 may resume by a session's id, which only another connection would show.
  const isKnown = tickets.length > 0 && tls?.version === 'TLSv1.3'
  return {
    resumption: isKnown ? false : null,
    ticketLifetimeS: null,
    earlyData: tickets.length > 0 ? false : null,
  }
}
