import type { OperationRow } from '../../../model/operation.ts'
import { type AskedPage, homePage } from '../http/asked-page.ts'
import { DEFAULT_PORT, type Origin, originText, redirectOf } from '../http/redirect.ts'
import type { SurveyContext } from '../operation/context.ts'
import { confirmHttp1, confirmHttp3, confirmOtherFamily } from './confirm.ts'
import { concludeRobots, shakeHandsOnly, visitCleartext, visitHttps } from './origin.ts'
import { visitHttp3 } from './origin-http3.ts'
import { chainEnd } from './page.ts'
import {
  newVisitState,
  type OriginVisit,
  recordUnattempted,
  type VisitOptions,
  type VisitState,
} from './visit-state.ts'

/**
 * Visits one site: from the listed domain, or the page that was asked for, along its redirects to the final origin, then each protocol there, then
 * port 80 of the domain. Where TCP gives no response, HTTP/3 may. Never rejects but for the run being stopped: what fails is a row.
 *
 * @returns every network operation in the order it ended (attempts to connect that race, in the order of their starts); `facts(domain, rows)` reads the site's facts from them.
 */
export async function visit(
  domain: string,
  context: SurveyContext,
  options: VisitOptions,
): Promise<OperationRow[]> {
  const state = newVisitState(context, options)
  const asked = options.page ?? homePage(domain)
  const { operations } = options
  if (operations.has('http1') || operations.has('http2')) {
    const last = await followRedirects(state, asked)
    if (last.origin.scheme === 'https') await confirm(state, last)
    await cleartextOf(state, asked)
  } else {
    const last = await shakeHandsOnly(state, asked)
    const seen = await visitHttp3(state, last, asked.path)
    concludeRobots(state, seen, asked.path)
    await confirmHttp3(state, seen)
  }
  return state.rows
}

/** Each protocol on the final origin: one connection over TCP and one over QUIC at a time. */
async function confirm(state: VisitState, last: OriginVisit): Promise<void> {
  using _place = last.endpoint === null ? null : await state.options.holdAddress(last.endpoint.address)
  const overTcp = async (): Promise<void> => {
    await confirmHttp1(state, last)
    await confirmOtherFamily(state, last)
  }
  await Promise.all([overTcp(), confirmHttp3(state, last)])
}

/**
 * Follows the way of a visitor who asks for https://domain/ (or a page) and, where that gives no response over TCP or QUIC, for
 * http://domain/.
 */
async function followRedirects(state: VisitState, asked: AskedPage): Promise<OriginVisit> {
  const { path: first, ...listed } = asked
  let secure = await visitOf(listed)(state, listed, 0, first)
  let seen = secure
  if (!isAnswered(secure)) {
    if (listed.scheme === 'http') return secure
    // Both at once: where nothing answers, one after the other would take longer than a visit may.
    const [overQuic, clear] = await Promise.all([visitHttp3(state, secure, first), cleartextOf(state, asked)])
    concludeRobots(state, overQuic, first)
    secure = overQuic
    if (!isAnswered(secure) && (clear === null || !isAnswered(clear))) return secure
    seen = isAnswered(secure) || clear === null ? secure : clear
  }
  for (;;) {
    const redirect =
      seen.answer === null ? ({ kind: 'none' } as const) : redirectOf(seen.answer, state.options.page)
    if (redirect.kind === 'none' || seen.answer === null || seen.stop !== null) return seen
    const { operation } = seen.answer
    if (redirect.kind === 'invalid') {
      recordUnattempted(state, { operation, hop: seen.hop, ...seen.origin }, redirect.failure, redirect.why)
      return { ...seen, stop: redirect.failure }
    }
    const { origin, path } = redirect
    if (originText(origin) === originText(listed) && !isAnswered(secure)) return secure
    const end = chainEnd(state, origin, path)
    const hop = originText(origin) === originText(seen.origin) ? seen.hop : seen.hop + 1
    if (end !== null) {
      recordUnattempted(state, { operation, hop, ...origin, path }, end, null)
      return { ...seen, stop: end }
    }
    seen = await visitOf(origin)(state, origin, hop, path)
    if (!isAnswered(seen) && origin.scheme === 'https') {
      seen = await visitHttp3(state, seen, path)
      concludeRobots(state, seen, path)
    }
    if (!isAnswered(seen)) return seen
  }
}

const visitOf = ({ scheme }: Origin): typeof visitHttps => (scheme === 'https' ? visitHttps : visitCleartext)

function isAnswered(seen: OriginVisit): boolean {
  return seen.answer?.result?.status != null
}

/**
 * The page at port 80 of the domain, once; null where it is not to be asked or was part of the way already. A page at
 * another port than HTTPS's has no counterpart in clear text.
 */
async function cleartextOf(
  state: VisitState,
  { host: domain, port, path }: AskedPage,
): Promise<OriginVisit | null> {
  if (port !== DEFAULT_PORT.https) return null
  const origin: Origin = { scheme: 'http', host: domain, port: DEFAULT_PORT.http }
  const found = state.resolved.get(domain)
  if (!state.options.operations.has('http1') || found?.failure !== null) return null
  if (state.rows.some((row) => row.scheme === 'http' && row.host === domain)) return null
  const verdict = state.robots.get(originText({ scheme: 'https', host: domain, port })) ?? null
  if (verdict === 'robots_disallowed' || verdict === 'robots_unreachable') {
    recordUnattempted(state, { operation: 'http1', hop: 0, ...origin, path }, verdict, null)
    return null
  }
  return await visitCleartext(state, origin, 0, path)
}
