import type { RequestHandler } from 'express'
import { Problem } from '../http/problem.ts'

/**
 * Refuses what a page of another site has a visitor's browser send, so that no site spends its visitors' checks. Browsers say
 * whose page it is by `Sec-Fetch-Site`, older ones by `Origin`; programs say neither, and have limits of their own.
 */
export function demandSameOrigin(publicOrigin: string | null): RequestHandler {
  return (request, _response, next) => {
    const site = request.get('sec-fetch-site')
    const origin = request.get('origin')
    const host = request.get('host')
    const isOurs =
      site === undefined
        ? origin === undefined || origin === publicOrigin || URL.parse(origin)?.host === host
        : site === 'same-origin' || site === 'none'
    next(isOurs ? undefined : new Problem('forbidden', 'Checks are asked for on this server’s own page.'))
  }
}
