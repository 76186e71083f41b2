import { claimsH3, parseAltSvc } from '../../har/alt-svc.ts'
import type { ProtocolName } from '../../har/protocol-name.ts'

/** Facts of a document and its host that bear on HTTP/3. */
export interface Http3Facts {
  /** URL of the document. */
  readonly url: string
  readonly protocol: ProtocolName | null
  readonly fromCache: boolean
  /** Comes over a connection that was open before; null: unknown. */
  readonly reused: boolean | null
  /** Other requests of the load to the document's origin came by HTTP/3. */
  readonly othersByH3: boolean
  /** Alt-Svc texts of answers of the document's origin; a page cannot see any, and some files hold none. */
  readonly altSvc: readonly string[] | 'hidden' | 'missing'
  /** The browser had a valid claim of the origin before it asked for the document. */
  readonly claimedBefore: boolean
  /** Published loads of this site came by HTTP/3, so that its server offered it then. */
  readonly publishedByH3: boolean
}

/** Says why a page did not come by HTTP/3, as far as it is known; a reason that cannot be known is not guessed. */
export const HTTP3_REASONS = {
  used: 'This page came by HTTP/3.',
  no_https: 'HTTP/3 needs HTTPS, and this page came by plain HTTP.',
  cached: 'The page came from the browser’s cache: no connection was used for it.',
  others_used:
    'Other requests to this server came by HTTP/3, so it is offered and the network lets it through. The browser had not switched yet when it asked for the page, as on a first visit.',
  no_claim:
    'The server does not announce HTTP/3: no answer of it here has an Alt-Svc header with h3. An HTTPS record in DNS can announce it as well; that cannot be seen here.',
  draft: 'The server announces only a draft of HTTP/3 (such as h3-29), which browsers no longer speak.',
  claimed:
    'The server announces HTTP/3 (Alt-Svc), and no request to it here used it. On a first visit that is expected: the browser learns of it from this answer, so load the page again. After further loads the reason may be a network that blocks UDP, or an earlier attempt that failed; browsers do not say which.',
  claimed_reused:
    'The server announces HTTP/3 (Alt-Svc). The page came over a connection that was open already, and browsers stay on it until it closes.',
  claimed_before:
    'An earlier answer in this record announced HTTP/3 (Alt-Svc), so the browser knew of it, and still opened a connection without it for this page. The network may block UDP, or an attempt failed or was slower than TCP; browsers do not say which',
  published:
    'Published loads of this site came by HTTP/3, so its server offers it, or did. This page came over a new connection without it: on a first visit that is expected, since the browser learns of HTTP/3 from an answer; after further loads the network may block UDP.',
  published_reused:
    'Published loads of this site came by HTTP/3, so its server offers it, or did. This page came over a connection that was open already, and browsers stay on it until it closes.',
  reused:
    'The page came over a connection that was open already, and browsers stay on it. Whether the server offers HTTP/3 is unknown: a page cannot see it. towline’s panel in DevTools can.',
  not_visible:
    'Unknown: a page cannot see whether its server announces HTTP/3. towline’s panel in DevTools can.',
  no_headers: 'Unknown: the record holds no headers of this server’s answers.',
  unknown_protocol: 'Unknown: the protocol of the page is hidden.',
} as const

export type Http3Reason = keyof typeof HTTP3_REASONS

export function http3Reason(facts: Http3Facts): Http3Reason {
  const { url, protocol, fromCache, reused, othersByH3, altSvc, claimedBefore, publishedByH3 } = facts
  if (url.startsWith('http:')) return 'no_https'
  if (fromCache) return 'cached'
  if (protocol === null) return 'unknown_protocol'
  if (protocol === 'h3') return 'used'
  if (othersByH3) return 'others_used'
  if (altSvc === 'missing') return 'no_headers'
  if (altSvc === 'hidden' && publishedByH3) return reused === true ? 'published_reused' : 'published'
  if (altSvc === 'hidden') return reused === true ? 'reused' : 'not_visible'
  if (altSvc.some(claimsH3)) {
    if (reused === true) return 'claimed_reused'
    return claimedBefore && reused === false ? 'claimed_before' : 'claimed'
  }
  const isDraft = altSvc.flatMap(parseAltSvc).some(({ protocol: id }) => /^h3-\d{1,2}$/.test(id))
  return isDraft ? 'draft' : 'no_claim'
}
