import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { Endpoint, Http2Result, HttpConnection } from '../../../model/operation.ts'
import type { Field } from '../../fields/field.ts'
import { Http2Client } from '../../h2/client.ts'
import { alertFailure, isGone, networkError } from '../../network/classify.ts'
import { LIMITS } from '../../network/limits.ts'
import type { SurveyContext } from '../operation/context.ts'
import { type AttemptOutcome, endpointTarget, fail, recordRow, succeed } from '../operation/row.ts'
import { waitFor } from '../operation/waiting.ts'
import { lastError } from '../tls/last-error.ts'
import { countBody } from './body.ts'
import { keepHeaders } from './headers.ts'
import { interimAndTickets } from './interim-and-tickets.ts'
import { authorityOf, requestHeaders } from './request.ts'

/**
 * HTTP/2 on a TLS connection for which ALPN chose h2. Takes the socket over and destroys it when disposed.
 * What succeeds and what fails is as in http1.ts.
 */
export function openHttp2(
  socket: TLSSocket,
  endpoint: Endpoint,
  context: SurveyContext,
): HttpConnection<Http2Result> {
  let client: Http2Client | null = null
  let usable = true
  return {
    get usable() {
      return usable && !socket.destroyed && client?.isOver !== true
    },
    get isRefused() {
      return client?.isRefused === true
    },
    get: (path) =>
      recordRow(endpointTarget('http2', endpoint, path), context, async () => {
        if (socket.destroyed || client?.isOver) {
          usable = false
          const thrown = lastError(socket)
          const error = thrown === null ? null : errorOf(thrown)
          if (error !== null) return fail<Http2Result>(error.failure, error.text)
          const failure = client?.goaway == null ? 'http_empty_reply' : 'h2_goaway'
          return fail<Http2Result>(failure, 'closed before the request')
        }
        client ??= new Http2Client(socket, LIMITS, errorOf)
        const outcome = await exchange(client, socket, endpoint, path, context)
        if (outcome.failure !== null) usable = false
        return outcome
      }),
    async [Symbol.asyncDispose]() {
      usable = false
      socket.destroy()
    },
  }
}

/** An error of the connection that is more than its end. */
function errorOf(thrown: Error): { readonly failure: FailureCode; readonly text: string } | null {
  const error = networkError(thrown)
  if (isGone(error)) return null
  const alert = alertFailure(error)
  if (alert !== null) return { failure: alert, text: error.message }
  const isTls = error.code?.startsWith('ERR_SSL_') === true
  return { failure: isTls ? 'tls_protocol_error' : 'unknown_failure', text: error.message }
}

const NO_RESPONSE = { status: null, headers: {}, bodyBytes: null, bodyCapped: false, ttfbMs: null } as const

/** One request and its response. The wait spans both, so that no event can fall between them. */
function exchange(
  client: Http2Client,
  socket: TLSSocket,
  endpoint: Endpoint,
  path: string,
  context: SurveyContext,
): Promise<AttemptOutcome<Http2Result>> {
  const body = countBody(path)
  const interim = new Set<number>()
  let answer: Omit<Http2Result, 'settings'> | null = null
  const soFar = (): Http2Result => {
    const { settings } = client
    const known = answer === null ? NO_RESPONSE : { ...answer, ...body.facts }
    return { ...known, settings, ...interimAndTickets(interim, socket) }
  }
  const failed = (failure: FailureCode, text: string | null = null) => {
    const hasResult = answer !== null || client.settings !== null
    return fail(failure, text, hasResult ? soFar() : null)
  }
  return waitFor<AttemptOutcome<Http2Result>>(context.signal, failed, ({ settle, after, defer }) => {
    const sentMs = context.clock()
    const headersCame = after(context.timeouts.httpHeadersMs, () => settle(failed('http_timeout')))
    const giveUp = client.request(requestFields(endpoint, path, context), {
      interim: (status) => interim.add(status),
      head({ status, fields }) {
        headersCame()
        const ttfbMs = context.clock() - sentMs
        context.cookies?.store(endpoint, path, fields)
        answer = { status, headers: keepHeaders(fields), bodyBytes: 0, bodyCapped: false, ttfbMs }
        after(context.timeouts.httpBodyMs, () => settle(failed('http_body_timeout')))
      },
      data(chunk) {
        if (body.add(chunk)) settle(succeed(soFar()))
      },
      end: () => settle(succeed(soFar())),
      fail: (failure, text) => settle(failed(failure, text)),
    })
    defer(giveUp)
  })
}

function requestFields(endpoint: Endpoint, path: string, context: SurveyContext): Field[] {
  return [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':authority', authorityOf(endpoint)],
    [':path', path],
    ...Object.entries(requestHeaders(path, endpoint, context)),
  ]
}
