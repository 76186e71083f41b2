import type { AnsweringSite } from '../../../model/answer-facts.ts'
import type { SurveyedSite } from '../../../model/site-facts.ts'

/** A reachable site that speaks h1 and h2 and makes no claim; a test states what it differs in. */
export function surveyedSite(rank: number, domain: string, facts: Partial<SurveyedSite> = {}): SurveyedSite {
  return {
    rank,
    rankMagnitude: null,
    domain,
    reachable: true,
    failure: null,
    finalOrigin: `https://www.${domain}`,
    redirects: 1,
    status: 200,
    http: false,
    httpRedirectsToHttps: true,
    h1: true,
    h2: true,
    h3: false,
    h3Handshake: false,
    h3ClaimedAltSvc: false,
    h3ClaimedDns: false,
    h1Failure: null,
    h2Failure: null,
    h3Failure: 'quic_timeout',
    ipv4: true,
    ipv6: null,
    address: '192.0.2.1',
    rttMs: 10,
    tlsVersion: 'TLSv1.3',
    tlsGroup: 'X25519',
    tlsRoundTrips: 1,
    chainBytes: 2_500,
    resumption: true,
    ticketLifetimeS: 7_200,
    earlyData: false,
    h3Retry: null,
    h3Resumption: null,
    h3EarlyData: null,
    httpsRecord: false,
    ech: false,
    earlyHints: false,
    certOrganization: null,
    certFingerprint: null,
    hsts: false,
    server: 'nginx',
    stack: 'nginx',
    h3Stack: null,
    cdn: null,
    cdnEvidence: null,
    bodyBytes: 1_000,
    h1Note: null,
    h2Evidence: 'page',
    ...facts,
  }
}

/** A site that never answered. */
export function unreachableSite(
  rank: number,
  domain: string,
  facts: Partial<SurveyedSite> = {},
): SurveyedSite {
  return surveyedSite(rank, domain, {
    reachable: false,
    failure: 'tcp_timeout',
    finalOrigin: null,
    status: null,
    http: null,
    httpRedirectsToHttps: null,
    h1: null,
    h2: null,
    h3: null,
    h3Handshake: null,
    h3ClaimedAltSvc: null,
    h3Failure: null,
    address: null,
    rttMs: null,
    tlsVersion: null,
    tlsGroup: null,
    tlsRoundTrips: null,
    chainBytes: null,
    resumption: null,
    ticketLifetimeS: null,
    earlyData: null,
    httpsRecord: null,
    ech: null,
    earlyHints: null,
    hsts: null,
    server: null,
    stack: null,
    bodyBytes: null,
    ...facts,
  })
}

/** Surveyed sites as far as adoption goes. */
export function* answering(sites: Iterable<SurveyedSite>): Iterable<AnsweringSite> {
  for (const site of sites) yield { domain: site.domain, facts: site }
}
