import type { FailureCode } from '../../../model/failure-codes.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'

/** The facts of a site that was not reached: nothing but why. */
export function unknownFacts(failure: FailureCode): SiteFacts {
  return {
    reachable: false,
    failure,
    finalOrigin: null,
    redirects: 0,
    status: null,
    http: null,
    httpRedirectsToHttps: null,
    h1: null,
    h2: null,
    h3: null,
    h3Handshake: null,
    h3ClaimedAltSvc: null,
    h3ClaimedDns: null,
    h1Failure: null,
    h2Failure: null,
    h3Failure: null,
    ipv4: null,
    ipv6: null,
    address: null,
    rttMs: null,
    tlsVersion: null,
    tlsGroup: null,
    certOrganization: null,
    certFingerprint: null,
    hsts: null,
    server: null,
    cdn: null,
    cdnEvidence: null,
    bodyBytes: null,
    h1Note: null,
    h2Evidence: null,
  }
}
