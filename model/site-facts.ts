import type { FailureCode } from './failure-codes.ts'
import type { ListedRank } from './site-rank.ts'

/**
 * The survey's knowledge of one site, computed by a pure function from its operation rows (`facts(rows)`).
 *
 * Protocol facts are those of the *final origin*: where a visitor of the listed domain ends after redirects.
 * true = seen to be so; false = tried and seen not to be so; null = could not be found out.
 */
export interface SiteFacts {
  /** An HTTP response came from the final origin, whatever its status, over TCP or over HTTP/3. */
  readonly reachable: boolean
  /** The failure of the first operation that ended the way to a response. */
  readonly failure: FailureCode | null
  /** `https://www.example.com` (no path). */
  readonly finalOrigin: string | null
  /** Cross-origin redirects followed to get there. */
  readonly redirects: number
  /** Status of the final origin's root page over the best TCP protocol; where none answers, over HTTP/3. */
  readonly status: number | null

  /** Port 80 answers in clear text with something else than a redirect to https. */
  readonly http: boolean | null
  readonly httpRedirectsToHttps: boolean | null
  readonly h1: boolean | null
  readonly h2: boolean | null
  /** A real HTTP/3 GET was answered. */
  readonly h3: boolean | null
  /** The QUIC handshake was completed with ALPN h3. */
  readonly h3Handshake: boolean | null
  /** Claimed by a header; an ALTSVC frame is no claim (docs/glossary.md). */
  readonly h3ClaimedAltSvc: boolean | null
  readonly h3ClaimedDns: boolean | null
  readonly h1Failure: FailureCode | null
  readonly h2Failure: FailureCode | null
  readonly h3Failure: FailureCode | null

  /** Connected over this family by TCP or QUIC / the name has such an address but it could not be connected to / null: none. */
  readonly ipv4: boolean | null
  readonly ipv6: boolean | null
  readonly address: string | null
  /**
   * Shortest round trip of the connections to `address`, TCP and QUIC, milliseconds; null where in each the first packet was
   * repeated or this process was too busy to tell.
   */
  readonly rttMs: number | null
  readonly tlsVersion: string | null
  readonly tlsGroup: string | null
  /** Counts a full handshake over TCP, after TCP's own. */
  readonly tlsRoundTrips: number | null
  /** Certificates as sent over TCP, in DER. */
  readonly chainBytes: number | null
  /** A ticket came over TCP, by which a later visit may resume. With TLS 1.2 its absence leaves session ids: null. */
  readonly resumption: boolean | null
  /** Lifetime of that ticket. */
  readonly ticketLifetimeS: number | null
  /** A ticket over TCP lets clients send early data (0-RTT). */
  readonly earlyData: boolean | null
  /** Means the same as above, over QUIC; and whether the server demanded a Retry. Null where the client does not tell. */
  readonly h3Retry: boolean | null
  readonly h3Resumption: boolean | null
  readonly h3EarlyData: boolean | null
  /** The name has an HTTPS record. */
  readonly httpsRecord: boolean | null
  /** That record has keys for Encrypted ClientHello (RFC 9848, 9849). */
  readonly ech: boolean | null
  /** A 103 came before the page, by whatever protocol. */
  readonly earlyHints: boolean | null
  readonly certOrganization: string | null
  readonly certFingerprint: string | null
  readonly hsts: boolean | null
  /** Product token of the `server` header in lower case, without its version. */
  readonly server: string | null
  /** Software that terminates HTTP/2, and that of HTTP/3, where crawler/survey/facts/stack-rules.json is sure. */
  readonly stack: string | null
  readonly h3Stack: string | null
  readonly cdn: string | null
  readonly cdnEvidence: 'cname' | 'header' | null
  readonly bodyBytes: number | null
  /**
   * Faults of a response over HTTP/1.1 that Chromium accepts: codes of model/head-notes.ts, a space between them; null where
   * nothing was, or none came.
   */
  readonly h1Note: string | null
  /** The response that showed HTTP/2: the page, or robots.txt where the page was never asked for over it; null without. */
  readonly h2Evidence: 'page' | 'robots' | null
}

export interface SurveyedSite extends SiteFacts, ListedRank {
  readonly domain: string
}
