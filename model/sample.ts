import type { FailureCode } from './failure-codes.ts'

/**
 * `sample`: one of the campaign's set (site, arm, round). `warmup`: the first load of a browser, of the sample that
 * comes next. `discovery`: a load under h2 that finds the origins to force. `replaced`: it was a `sample` until its round
 * was taken again, since the machine was busy; it counts nowhere.
 */
export type SampleRole = 'sample' | 'warmup' | 'discovery' | 'replaced'

/** Says why a sample that loaded does not count: a closed list. */
export const INVALID_REASONS = {
  wrong_document_protocol: 'the main document came by another protocol than the arm promises',
  wrong_origin_protocol:
    'a request came by a protocol that the arm rules out, or a forced origin by another than HTTP/3',
  left_cleartext: 'the arm is cleartext HTTP and the page redirected or sent itself on to another scheme',
  left_https:
    'the arm is HTTPS and the page redirected or sent itself on to another scheme, as cleartext HTTP',
  left_site: 'the page redirected or sent itself on to another registrable domain, or to no host at all',
  machine_busy: 'the machine was busy with other work while the page loaded',
  replay_misses:
    'the page is a recorded one, and more of its requests than the run allows have no answer in the recording',
  answers_differ:
    'the resources were answered otherwise than under an arm of its round that was loaded before, beyond the documented bound',
  wrong_visit:
    'the cell asks for another visit: of a session, early data, the cache or the announcement of HTTP/3 the load says otherwise',
  wrong_path:
    'the cell asks for a path that stops UDP: packets passed that were to be stopped, or what the router stopped is unknown',
  wrong_handshake:
    'the cell asks for another group, certificate chain or certificate key than the packets of the handshake show',
  wrong_connections: 'hosts shared a connection that were not to, or did not share one that were to',
  http_status: 'the main document’s status is not a success (2xx)',
} as const

export type InvalidReason = keyof typeof INVALID_REASONS

export type Verdict =
  | { readonly state: 'valid' }
  | { readonly state: 'invalid'; readonly reason: InvalidReason; readonly detail: string | null }
  | { readonly state: 'failed'; readonly failure: FailureCode; readonly detail: string | null }
