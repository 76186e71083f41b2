import { claimsH3, parseAltSvc } from '../../../har/alt-svc.ts'
import type { DnsResult, OperationRow } from '../../../model/operation.ts'
import { dns } from '../../survey/dns/dns.ts'
import { openHttp3 } from '../../survey/http/http3.ts'
import { mayTryQuic } from '../../survey/http/quic-port.ts'
import { DEFAULT_PORT } from '../../survey/http/redirect.ts'
import type { SurveyContext } from '../../survey/operation/context.ts'
import type { RequestRecord } from '../load/load.ts'

/** Says why an origin of a page is forced to HTTP/3, or why not. */
interface H3Origin {
  /** Written as `URL.host` does: with its port where that is not 443. */
  readonly host: string
  /** Names what made it a candidate. */
  readonly claimedBy: 'alt-svc' | 'https-record' | 'survey'
  /**
   * An HTTP/3 GET of ours was answered; null where there is no QUIC client to ask with. One that does not answer may not be
   * forced, for a forced origin has no TCP to fall back on.
   */
  readonly answers: boolean | null
  /** Says why it is not. */
  readonly detail: string | null
}

/**
 * The origins of a page that may serve HTTP/3, found from a load under h2: those that say so by Alt-Svc or by an HTTPS
 * record, and the one of which a survey saw it, each with whether it answers an HTTP/3 GET of ours. An alternative on another
 * host or port is no promise of the origin itself. Sorted by host.
 */
export async function h3Origins(
  requests: readonly RequestRecord[],
  surveyed: string,
  context: () => SurveyContext,
): Promise<H3Origin[]> {
  const byAltSvc = new Set(requests.filter(advertises).map(({ url }) => new URL(url).host))
  const { hostname: own } = new URL(`https://${surveyed}`)
  const hosts = [...new Set([surveyed, ...requests.flatMap(({ url }) => httpsHost(url))])].sort()
  const found: H3Origin[] = []
  // One after the other: this is no survey, and a page has some tens of hosts.
  for (const host of hosts) {
    const { hostname, port } = new URL(`https://${host}`)
    if (!mayTryQuic({ host: hostname, port: portOf(port) }, own)) continue
    const row = await dns(hostname, 0, context())
    // Records of other ports have names of their own (RFC 9460, 9.1).
    const byRecord =
      port === '' && row.result?.https.some(({ alpn }) => alpn?.includes('h3') === true) === true
    const claimedBy = byAltSvc.has(host)
      ? 'alt-svc'
      : byRecord
        ? 'https-record'
        : host === surveyed
          ? 'survey'
          : null
    if (claimedBy === null) continue
    if (context().quic === null) {
      found.push({ host, claimedBy, answers: null, detail: 'quic_unavailable' })
      continue
    }
    const answer = await answersH3({ host: hostname, port: portOf(port) }, row, context())
    found.push({ host, claimedBy, answers: answer.failure === null, detail: answer.failure })
  }
  return found
}

async function answersH3(
  origin: { readonly host: string; readonly port: number },
  found: OperationRow<DnsResult>,
  context: SurveyContext,
): Promise<{ readonly failure: string | null }> {
  if (found.failure !== null) return { failure: found.failure }
  const { a = [], aaaa = [] } = found.result ?? {}
  const usable = [...a, ...aaaa].flatMap((address) => {
    const family = address.includes(':') ? (6 as const) : (4 as const)
    return context.families.has(family) ? { address, family } : []
  })
  let first: string | null = null
  // A browser goes on to the next address where one does not answer.
  for (const { address, family } of usable.slice(0, MOST_ADDRESSES)) {
    await using connection = openHttp3(
      { ...origin, address, family, scheme: 'https', hop: 0, connection: 0 },
      context,
    )
    const { failure } = await connection.get('/')
    if (failure === null) return { failure }
    first ??= failure
  }
  return { failure: first ?? 'dns_no_address' }
}

/** Each may wait for its whole time-out. */
const MOST_ADDRESSES = 4

function advertises({ url, responseHeaders }: RequestRecord): boolean {
  const text = responseHeaders['alt-svc']
  if (text === undefined || httpsHost(url).length === 0 || !claimsH3(text)) return false
  const own = portOf(new URL(url).port)
  return parseAltSvc(text).some(
    ({ protocol, host, port, maxAgeS }) => protocol === 'h3' && host === null && port === own && maxAgeS > 0,
  )
}

function httpsHost(url: string): string[] {
  return url.startsWith('https:') ? [new URL(url).host] : []
}

/** Reads `URL.port`, which is empty for the scheme's own. */
const portOf = (port: string): number => (port === '' ? DEFAULT_PORT.https : Number(port))
