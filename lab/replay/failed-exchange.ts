import type { Exchange } from '../../model/recording/exchange.ts'

/** Says what came behind the last byte; program/src/paced.rs reads it. `open`: nothing, until the client ended it. */
export type Ending = 'whole' | 'broken' | 'open'

/** Ended by the page or the browser, or not over when the load was: the server would have gone on. */
const LEFT_BY_CLIENT = new Set(['unfinished', 'net::ERR_ABORTED'])

export function endingOf({ failure }: Exchange): Ending {
  if (failure === null) return 'whole'
  return LEFT_BY_CLIENT.has(failure) ? 'open' : 'broken'
}

/** Failures before a request could be sent: no name, no connection, no trust, or not allowed by the page or the browser. */
const BEFORE_REQUEST =
  /^net::ERR_(NAME_|DNS_|ADDRESS_|CONNECTION_(REFUSED|FAILED|TIMED_OUT)|INTERNET_|NETWORK_|SSL_|CERT_|BLOCKED_|UNSAFE_|PROXY_|TUNNEL_)/

/** Whether a server had the request, response or not. */
export function isAsked({ status, failure, requestHeaders }: Exchange): boolean {
  if (status !== null) return true
  return requestHeaders.length > 0 && failure !== null && !BEFORE_REQUEST.test(failure)
}
