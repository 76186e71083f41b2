import type { SiteFacts } from './site-facts.ts'

/**
 * Whether a site is worth loading over HTTP/3: a survey was answered over it, or, where there is no QUIC client to ask with, the
 * site announces it. Chromium has its own client, and its loads show whether the announcement holds. Null where that is unknown.
 */
export function offersH3({
  h3,
  h3Failure,
  h3ClaimedAltSvc,
  h3ClaimedDns,
}: Pick<SiteFacts, 'h3' | 'h3Failure' | 'h3ClaimedAltSvc' | 'h3ClaimedDns'>): boolean | null {
  const isAnnounced = h3ClaimedAltSvc === true || h3ClaimedDns === true
  return h3Failure === 'quic_unavailable' && isAnnounced ? true : h3
}
