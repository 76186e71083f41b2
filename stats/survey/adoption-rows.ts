import { ADOPTED_TLS, type AnswerFacts, SHORT_HANDSHAKE } from '../../model/answer-facts.ts'

/** Rows that are counted, in the order in which a table shows them. */
export const ADOPTION_ROWS = {
  http: 'answers in clear text on port 80 with something else than a redirect to HTTPS',
  httpRedirectsToHttps: 'port 80 redirects to HTTPS',
  h1: 'HTTP/1.1 over TLS answered',
  h2: 'HTTP/2 over TLS answered',
  h3: 'HTTP/3 answered a GET',
  h3Handshake: 'QUIC handshake with ALPN h3 completed',
  h3ClaimedAltSvc: 'HTTP/3 claimed by an Alt-Svc header',
  h3ClaimedDns: 'HTTP/3 claimed by an HTTPS record',
  h3Claimed: 'HTTP/3 claimed by either',
  h3ClaimedServed: 'HTTP/3 claimed and answered',
  h3ClaimedNotServed: 'HTTP/3 claimed but not answered',
  h3ServedNotClaimed: 'HTTP/3 answered, no claim by header or record',
  ipv6: 'connected over IPv6',
  hsts: 'Strict-Transport-Security sent',
  tls13: 'TLS 1.3 negotiated',
  postQuantum: 'key exchange X25519MLKEM768 negotiated over TCP',
  oneRoundTrip: 'full TLS handshake in one round trip',
  shortChain: 'certificates of at most 3,600 bytes over TCP',
  resumption: 'session ticket given over TCP',
  earlyData: '0-RTT offered over TCP, by a session ticket',
  h3EarlyData: '0-RTT offered over QUIC, by a session ticket',
  httpsRecord: 'HTTPS record',
  ech: 'Encrypted ClientHello offered, by an HTTPS record',
  earlyHints: '103 (Early Hints) before the page',
} as const

export type AdoptionRowName = keyof typeof ADOPTION_ROWS

export const ADOPTION_ROW_NAMES = Object.keys(ADOPTION_ROWS) as AdoptionRowName[]

/** Yes, no, or null: could not be found out. */
type Known = boolean | null

/** Kleene's three-valued logic: an unknown never turns into a yes or a no that the other side does not force. */
const and = (a: Known, b: Known): Known =>
  a === false || b === false ? false : a === null || b === null ? null : true
const not = (a: Known): Known => (a === null ? null : !a)
const or = (a: Known, b: Known): Known => not(and(not(a), not(b)))

const atMost = (value: number | null, most: number): Known => (value === null ? null : value <= most)

const claimed = (site: AnswerFacts): Known => or(site.h3ClaimedAltSvc, site.h3ClaimedDns)

const ANSWERS: { readonly [K in AdoptionRowName]: (site: AnswerFacts) => Known } = {
  http: (site) => site.http,
  httpRedirectsToHttps: (site) => site.httpRedirectsToHttps,
  h1: (site) => site.h1,
  h2: (site) => site.h2,
  h3: (site) => site.h3,
  h3Handshake: (site) => site.h3Handshake,
  h3ClaimedAltSvc: (site) => site.h3ClaimedAltSvc,
  h3ClaimedDns: (site) => site.h3ClaimedDns,
  h3Claimed: claimed,
  h3ClaimedServed: (site) => and(claimed(site), site.h3),
  h3ClaimedNotServed: (site) => and(claimed(site), not(site.h3)),
  h3ServedNotClaimed: (site) => and(not(claimed(site)), site.h3),
  // A null `ipv6` says "no such address": that is a no wherever the name resolved, which an IPv4 fact shows.
  ipv6: (site) => site.ipv6 ?? (site.ipv4 === null ? null : false),
  hsts: (site) => site.hsts,
  tls13: (site) => (site.tlsVersion === null ? null : site.tlsVersion === ADOPTED_TLS.tlsVersion),
  postQuantum: (site) => (site.tlsGroup === null ? null : site.tlsGroup === ADOPTED_TLS.tlsGroup),
  oneRoundTrip: (site) => atMost(site.tlsRoundTrips, SHORT_HANDSHAKE.tlsRoundTrips),
  shortChain: (site) => atMost(site.chainBytes, SHORT_HANDSHAKE.chainBytes),
  resumption: (site) => site.resumption,
  earlyData: (site) => site.earlyData,
  h3EarlyData: (site) => site.h3EarlyData,
  httpsRecord: (site) => site.httpsRecord,
  ech: (site) => site.ech,
  earlyHints: (site) => site.earlyHints,
}

/** Whether the site counts in the row; null where the survey could not find out. */
export function adopts(row: AdoptionRowName, site: AnswerFacts): boolean | null {
  return ANSWERS[row](site)
}
