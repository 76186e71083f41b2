import { isIPv6 } from 'node:net'
import type { Endpoint } from '../../../model/operation.ts'
import type { SurveyContext } from '../operation/context.ts'
import { ROBOTS_PATH } from './body.ts'

/** `host`, or `host:port` where the port is not the scheme's own (RFC 9110, 7.2). */
export function authorityOf({ host, port, scheme }: Endpoint): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === (scheme === 'https' ? 443 : 80) ? name : `${name}:${port}`
}

/**
 * Headers that we ask with, in lower case: the same over every protocol, and the cookies that the visit was given. No encoding
 * is offered for robots.txt, whose text is read and not decoded.
 */
export function requestHeaders(
  path: string,
  endpoint: Endpoint,
  context: SurveyContext,
): Record<string, string> {
  const cookie = path === ROBOTS_PATH ? null : (context.cookies?.header(endpoint, path) ?? null)
  return {
    'user-agent': context.userAgent,
    accept: path === ROBOTS_PATH ? 'text/plain, */*;q=0.1' : 'text/html, */*;q=0.1',
    ...(path === ROBOTS_PATH ? {} : { 'accept-encoding': 'gzip, br' }),
    ...(cookie === null ? {} : { cookie }),
  }
}
