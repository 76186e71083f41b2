import { claimsH3, parseAltSvc } from '../../../har/alt-svc.ts'
import type { DnsResult, OperationRow } from '../../../model/operation.ts'
import { dns } from '../../survey/dns/dns.ts'
import { openHttp3 } from '../../survey/http/http3.ts'
import type { SurveyContext } from '../../survey/operation/context.ts'
import type { RequestRecord } from '../load/load.ts'

/** Why an origin of a page is forced to HTTP/3, or why not. */
export interface H3Origin {
  readonly host: string
  /** What made it a candidate. */
  readonly claimedBy: 'alt-svc' | 'https-record' | 'survey'
  /** An HTTP/3 GET of ours was answered: only then may it be forced, for a forced origin has no TCP to fall back on. */
  readonly answers: boolean
  /** Why not. */
  readonly detail: string | null
}

/**
 * The origins of a page that serve HTTP/3, found from a load under h2: those that say so by Alt-Svc or by an HTTPS
 * record, and the one of which a survey saw it, if they then answer an HTTP/3 GET of ours. Default port alone: an
 * alternative on another host or port is no promise of the origin itself. Sorted by host.
 */
export async function h3Origins(
  requests: readonly RequestRecord[],
  surveyed: string,
  context: () => SurveyContext,
): Promise<H3Origin[]> {
  const byAltSvc = new Set(requests.filter(advertises).map(({ url }) => new URL(url).hostname))
  const hosts = [...new Set([surveyed, ...requests.flatMap(({ url }) => defaultHttpsHost(url))])].sort()
  const found: H3Origin[] = []
  // One after the other: this is no survey, and a page has some tens of hosts.
  for (const host of hosts) {
    const row = await dns(host, 0, context())
    const byRecord = row.result?.https.some(({ alpn }) => alpn?.includes('h3') === true) === true
    const claimedBy = byAltSvc.has(host)
      ? 'alt-svc'
      : byRecord
        ? 'https-record'
        : host === surveyed
          ? 'survey'
          : null
    if (claimedBy === null) continue
    const answer = await answersH3(host, row, context())
    found.push({ host, claimedBy, answers: answer.failure === null, detail: answer.failure })
  }
  return found
}

async function answersH3(
  host: string,
  found: OperationRow<DnsResult>,
  context: SurveyContext,
): Promise<{ readonly failure: string | null }> {
  if (found.failure !== null) return { failure: found.failure }
  const ipv4 = found.result?.a[0]
  const ipv6 = found.result?.aaaa[0]
  const address = ipv4 !== undefined && context.families.has(4) ? ipv4 : ipv6
  if (address === undefined) return { failure: 'dns_no_address' }
  const family = address.includes(':') ? 6 : 4
  await using connection = openHttp3(
    { host, port: 443, address, family, scheme: 'https', hop: 0, connection: 0 },
    context,
  )
  const row = await connection.get('/')
  return { failure: row.failure }
}

function advertises({ url, responseHeaders }: RequestRecord): boolean {
  const text = responseHeaders['alt-svc']
  if (text === undefined || defaultHttpsHost(url).length === 0 || !claimsH3(text)) return false
  return parseAltSvc(text).some(
    ({ protocol, host, port, maxAgeS }) => protocol === 'h3' && host === null && port === 443 && maxAgeS > 0,
  )
}

function defaultHttpsHost(url: string): string[] {
  if (!url.startsWith('https:')) return []
  const { hostname, port } = new URL(url)
  return port === '' ? [hostname] : []
}
