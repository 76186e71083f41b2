import { isIP } from 'node:net'
import { parseAltSvc } from '../../../har/alt-svc.ts'
import type { DnsResult, HttpsRecord } from '../../../model/operation.ts'
import { mayTryQuic } from '../http/quic-port.ts'
import { DEFAULT_PORT } from '../http/redirect.ts'
import { type AddressCandidate, allCandidates, resolve } from './reach.ts'
import type { OriginVisit, VisitState } from './visit-state.ts'

/** An endpoint that is said to speak HTTP/3 for an origin. */
interface Alternative {
  readonly host: string
  readonly port: number
  /** Addresses for a host that has none of its own (RFC 9460, 7.3). */
  readonly hints: { readonly ipv4: readonly string[]; readonly ipv6: readonly string[] }
}

/** Claims whose hosts are looked up; a header may name a hundred. */
const MAX_CLAIMS = 3

const NO_HINTS = { ipv4: [], ipv6: [] } as const

/**
 * The addresses at which an origin is asked for HTTP/3, one after the other until one answers (RFC 9460, 3): the first of each
 * alternative that may be followed, by Alt-Svc, then by HTTPS records in the order of their priority; then their further ones.
 * Without a claim those of the origin itself (or of the name that an HTTPS record makes it an alias of). Host, SNI and certificate stay the origin's (RFC 7838, 2.1; RFC 9460, 9.5).
 *
 * Every host is resolved and judged as any other: the opt-out list and the refusal of private addresses hold.
 */
export async function* quicCandidates(
  state: VisitState,
  last: OriginVisit,
): AsyncGenerator<AddressCandidate> {
  const { origin } = last
  const found = state.resolved.get(origin.host)?.result ?? null
  const claims = [...byAltSvc(last), ...byHttpsRecord(last, found)].filter((claim) =>
    mayTryQuic(claim, origin.host),
  )
  const given = new Set<string>()
  const further: AddressCandidate[] = []
  for (const claim of claims.slice(0, MAX_CLAIMS)) {
    // A host is looked up only when all before it have not answered.
    const usable = (await candidatesAt(state, last, claim)).filter((each) => !given.has(placeOf(each)))
    for (const each of usable) given.add(placeOf(each))
    if (usable[0] !== undefined) yield usable[0]
    further.push(...usable.slice(1))
  }
  yield* further
  if (claims.length > 0) return
  const alias = origin.port === DEFAULT_PORT.https ? aliasTarget(found) : null
  const aliased =
    alias === null || !mayTryQuic({ host: alias, port: origin.port }, origin.host)
      ? []
      : await candidatesAt(state, last, { host: alias, port: origin.port, hints: NO_HINTS })
  if (aliased.length > 0) yield* aliased
  // Most sites have no HTTP/3, and each address that does not answer takes seconds: without a claim one is asked.
  else if (last.endpoint !== null) yield { ...last.endpoint, port: origin.port }
  else yield* await candidatesAt(state, last, { host: origin.host, port: origin.port, hints: NO_HINTS })
}

const placeOf = ({ address, port }: AddressCandidate): string => `${address} ${port}`

async function candidatesAt(
  state: VisitState,
  { origin, hop, endpoint }: OriginVisit,
  { host, port, hints }: Alternative,
): Promise<AddressCandidate[]> {
  if (isIP(host) !== 0) return []
  const row = await resolve(state, host, hop)
  if (row === null) return []
  const at = row.result === null ? [] : allCandidates(state, { ...origin, port }, hop, row.result)
  // The one that answered over TCP goes first.
  const known = endpoint === null ? [] : at.filter(({ address }) => address === endpoint.address)
  const resolved = [...known, ...at.filter((each) => !known.includes(each))]
  if (resolved.length > 0 || (row.result?.refused.length ?? 0) > 0) return resolved
  const { allows } = state.context
  const hinted = { a: hints.ipv4.filter(allows), aaaa: hints.ipv6.filter(allows) }
  return allCandidates(state, { ...origin, port }, hop, hinted)
}

function byAltSvc({ origin, answer }: OriginVisit): Alternative[] {
  return parseAltSvc(answer?.result?.headers['alt-svc'] ?? '')
    .filter(({ protocol, maxAgeS }) => protocol === 'h3' && maxAgeS > 0)
    .map(({ host, port }) => ({ host: host ?? origin.host, port, hints: NO_HINTS }))
}

/** Records in ServiceMode with `h3` among their protocols. The target `.` is the owner of the record (RFC 9460, 2.5). */
function byHttpsRecord({ origin }: OriginVisit, found: DnsResult | null): Alternative[] {
  // Other ports have names of their own (RFC 9460, 9.1), which are not asked for.
  if (origin.port !== DEFAULT_PORT.https) return []
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
