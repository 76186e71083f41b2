import type { FailureCode } from '../../../model/failure-codes.ts'
import type { HttpConnection, HttpResult, Operation, OperationRow } from '../../../model/operation.ts'
import { LIMITS } from '../../network/limits.ts'
import { robotsPolicy } from '../../robots/robots.ts'
import { type Origin, originText, redirectOf } from '../http/redirect.ts'
import { pathAt, record, recordUnattempted, type VisitState } from './visit-state.ts'

/** Records a row without what is only needed at once: the text of robots.txt is judged, not kept. */
function recordHttp<R extends HttpResult>(state: VisitState, row: OperationRow<R>): void {
  if (row.result?.text === undefined) {
    record(state, row)
    return
  }
  const { text: _, ...result } = row.result
  record(state, { ...row, result })
}

/** Whether an origin's robots.txt has been answered, so that its verdict holds for every protocol. */
export function isRobotsKnown(state: VisitState, origin: Origin): boolean {
  return state.options.robotsToken === null || state.robots.has(originText(origin))
}

/** Takes over what the robots.txt of the host says that came by the other scheme: it is asked for once a host. */
export function shareRobots(state: VisitState, origin: Origin): void {
  const [scheme, port] = origin.scheme === 'https' ? (['http', 80] as const) : (['https', 443] as const)
  const other = state.robots.get(originText({ scheme, host: origin.host, port }))
  if (other !== undefined && !isRobotsKnown(state, origin)) state.robots.set(originText(origin), other)
}

/**
 * Whether robots.txt of this origin lets us ask for the page (CRW-3, RFC 9309): null where it does. Asked on a connection
 * that is open anyway. A redirect is not followed: the page of this origin will be the same redirect, and where it leads
 * the robots.txt of that host is asked.
 *
 * A request that gets no whole answer is `robots_unreachable`, which disallows (RFC 9309, 2.3.1.4). It is not
 * remembered, so that the next protocol of the origin may ask again; it is final where none is left. `tls_client_cert` is
 * that of the connection: with TLS 1.3 the alert may come in the handshake or, mostly, after it.
 */
export async function robotsVerdict(
  state: VisitState,
  origin: Origin,
  connection: HttpConnection,
): Promise<FailureCode | null> {
  const token = state.options.robotsToken
  if (token === null) return null
  const known = state.robots.get(originText(origin))
  if (known !== undefined) return known
  const row = await connection.get('/robots.txt')
  recordHttp(state, row)
  const status = row.result?.status ?? null
  let verdict: FailureCode | null = null
  if (row.failure === 'site_timeout' || row.failure === 'tls_client_cert') return row.failure
  if (row.failure !== null) return 'robots_unreachable'
  if (status !== null && status >= 500) verdict = 'robots_unreachable'
  else if (status !== null && status >= 200 && status < 300) {
    const policy = robotsPolicy(row.result?.text ?? '', token)
    verdict = policy.allows(pathAt(state, origin)) ? null : 'robots_disallowed'
  }
  state.robots.set(originText(origin), verdict)
  return verdict
}

/** Identifies a request: a site that gives a cookie and sends back to itself is no loop. */
function asked(state: VisitState, origin: Origin, path: string): string {
  return `${originText(origin)}${path} ${state.context.cookies?.header(origin, path) ?? ''}`
}

/** Says why the chain of redirects ends at this URL, or null where it may be asked for. */
export function chainEnd(state: VisitState, origin: Origin, path: string): FailureCode | null {
  if (state.visited.has(asked(state, origin, path))) return 'redirect_loop'
  return state.visited.size > LIMITS.redirects ? 'redirect_limit' : null
}

/**
 * GETs the page, and follows its redirects as long as they stay on this origin and the connection lives.
 * Returns the last response; a loop or a chain that is too long is a row of its own.
 */
export async function page(
  state: VisitState,
  origin: Origin,
  hop: number,
  operation: Operation,
  connection: HttpConnection,
  path: string,
): Promise<{ answer: OperationRow<HttpResult>; stop: FailureCode | null }> {
  let next = path
  for (;;) {
    state.visited.add(asked(state, origin, next))
    const answer = await connection.get(next)
    recordHttp(state, answer)
    const redirect = redirectOf(answer, state.options.page)
    const stays = redirect.kind === 'to' && originText(redirect.origin) === originText(origin)
    if (answer.result?.status == null) return { answer, stop: answer.failure }
    if (!stays) return { answer, stop: null }
    const end = chainEnd(state, origin, redirect.path)
    if (end !== null) {
      recordUnattempted(state, { operation, hop, ...origin, path: redirect.path }, end, null)
      return { answer, stop: end }
    }
    if (!connection.usable) return { answer, stop: null }
    next = redirect.path
  }
}
