import type { SiteDetail } from '../../../server/contract/contract.ts'

type Facts = Pick<
  NonNullable<SiteDetail['survey']>['facts'],
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h3ClaimedAltSvc'
  | 'h3ClaimedDns'
  | 'resumption'
  | 'ticketLifetimeS'
  | 'earlyData'
  | 'h3EarlyData'
  | 'tlsRoundTrips'
>

/** Says which visit a site's users have: by which protocol the first and later ones may come, and whether handshakes get shorter. */
export function visitWords(facts: Facts): string | null {
  const overQuic = facts.h3EarlyData === true ? 'over QUIC a later one may use 0-RTT' : null
  const words = [protocolWords(facts), handshakeWords(facts), overQuic].filter((each) => each !== null)
  return words.length === 0 ? null : words.join('; ')
}

function protocolWords({ h1, h2, h3, h3ClaimedAltSvc, h3ClaimedDns }: Facts): string | null {
  const overTcp = h2 === true ? 'HTTP/2' : h1 === true ? 'HTTP/1.1' : null
  if (h3 === true) {
    if (h3ClaimedDns === true) return 'HTTP/3 may be had from the first visit on (HTTPS record)'
    if (h3ClaimedDns === null) return null
    if (h3ClaimedAltSvc === true) return 'HTTP/3 from the second visit on (Alt-Svc alone)'
    return h3ClaimedAltSvc === false ? 'HTTP/3 on no visit: it is served but not announced' : null
  }
  if (h3 === null || overTcp === null) return null
  const isAnnounced = h3ClaimedAltSvc === true || h3ClaimedDns === true
  return `${overTcp} on every visit${isAnnounced ? ': HTTP/3 is announced but not served' : ''}`
}

function handshakeWords({ resumption, ticketLifetimeS, earlyData, tlsRoundTrips }: Facts): string | null {
  if (resumption === true) {
    const within = ticketLifetimeS === null ? '' : ` within ${lifetimeWords(ticketLifetimeS)}`
    return `over TCP a later visit${within} may resume TLS${earlyData === true ? ', with 0-RTT' : ''}`
  }
  if (resumption === null || tlsRoundTrips === null) return null
  return `over TCP each visit needs a full TLS handshake (${tlsRoundTrips === 1 ? '1 round trip' : `${tlsRoundTrips} round trips`})`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `5 minutes`; in seconds where no larger unit has a whole number of them. */
function lifetimeWords(seconds: number): string {
  const [name, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1]
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
