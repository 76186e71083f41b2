import { isIP } from 'node:net'
import { parseAltSvc } from '../../../har/alt-svc.ts'
import type { DnsResult, HttpsRecord } from '../../../model/operation.ts'
import { mayTryQuic } from '../http/quic-port.ts'
import { type AddressCandidate, candidates, resolve } from './reach.ts'
import type { OriginVisit, VisitState } from './visit-state.ts'

/** An endpoint that is said to speak HTTP/3 for an origin. */
interface Alternative {
  readonly host: string
  readonly port: number
  /** Addresses for a host that has none of its own (RFC 9460, 7.3). */
  readonly hints: { readonly ipv4: readonly string[]; readonly ipv6: readonly string[] }
}

/** Claims whose hosts are looked up; a header may name a hundred. */
const MAX_CLAIMS = 2

const NO_HINTS = { ipv4: [], ipv6: [] } as const

/**
 * The addresses at which an origin is asked for HTTP/3: those of the first alternative that may be followed and has any, by
 * Alt-Svc, then by HTTPS records in the order of their priority; without a claim those of the origin itself (or of the name that an HTTPS
 * record makes it an alias of). Host, SNI and certificate stay the origin's (RFC 7838, 2.1; RFC 9460, 9.5).
 *
 * Every host is resolved and judged as any other: the opt-out list and the refusal of private addresses hold.
 */
export async function quicCandidates(state: VisitState, last: OriginVisit): Promise<AddressCandidate[]> {
  const { origin } = last
  const found = state.resolved.get(origin.host)?.result ?? null
  const claims = [...byAltSvc(last), ...byHttpsRecord(last, found)].filter((claim) =>
    mayTryQuic(claim, origin.host),
  )
  for (const claim of claims.slice(0, MAX_CLAIMS)) {
    const usable = await candidatesAt(state, last, claim)
    if (usable.length > 0) return usable
  }
  if (claims.length > 0) return []
  const alias = aliasTarget(found)
  const aliased =
    alias === null || !mayTryQuic({ host: alias, port: origin.port }, origin.host)
      ? []
      : await candidatesAt(state, last, { host: alias, port: origin.port, hints: NO_HINTS })
  return aliased.length > 0
    ? aliased
    : await candidatesAt(state, last, { host: origin.host, port: origin.port, hints: NO_HINTS })
}

async function candidatesAt(
  state: VisitState,
  { origin, hop, endpoint }: OriginVisit,
  { host, port, hints }: Alternative,
): Promise<AddressCandidate[]> {
  if (host === origin.host && endpoint !== null) return [{ ...endpoint, port }]
  if (isIP(host) !== 0) return []
  const row = await resolve(state, host, hop)
  if (row === null) return []
  const resolved = row.result === null ? [] : candidates(state, { ...origin, port }, hop, row.result)
  if (resolved.length > 0 || (row.result?.refused.length ?? 0) > 0) return resolved
  const { allows } = state.context
  const hinted = { a: hints.ipv4.filter(allows), aaaa: hints.ipv6.filter(allows) }
  return candidates(state, { ...origin, port }, hop, hinted)
}

function byAltSvc({ origin, answer }: OriginVisit): Alternative[] {
  return parseAltSvc(answer?.result?.headers['alt-svc'] ?? '')
    .filter(({ protocol, maxAgeS }) => protocol === 'h3' && maxAgeS > 0)
    .map(({ host, port }) => ({ host: host ?? origin.host, port, hints: NO_HINTS }))
}

/** Records in ServiceMode with `h3` among their protocols. The target `.` is the owner of the record (RFC 9460, 2.5). */
function byHttpsRecord({ origin }: OriginVisit, found: DnsResult | null): Alternative[] {
  const owner = aliasTarget(found) ?? origin.host
  const claims = ({ priority, alpn }: HttpsRecord) => priority > 0 && alpn?.includes('h3')
  return (found?.https ?? []).filter(claims).map(({ target, port, ipv4Hint, ipv6Hint }) => ({
    host: target === '.' ? owner : target,
    port: port ?? origin.port,
    hints: { ipv4: ipv4Hint, ipv6: ipv6Hint },
  }))
}

/** The name that an HTTPS record in AliasMode sends to (RFC 9460, 2.4.2); null where there is none. */
function aliasTarget(found: DnsResult | null): string | null {
  const alias = found?.https.find(({ priority }) => priority === 0)
  return alias === undefined || alias.target === '.' ? null : alias.target
}
