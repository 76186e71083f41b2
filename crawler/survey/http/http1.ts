import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { Endpoint, HttpConnection, HttpResult } from '../../../model/operation.ts'
import { ResponseReader } from '../../http1/response-reader.ts'
import { alertFailure, isGone, type NetworkError, networkError } from '../../network/classify.ts'
import { LIMITS } from '../../network/limits.ts'
import type { SurveyContext } from '../operation/context.ts'
import { type AttemptOutcome, endpointTarget, fail, recordRow, succeed } from '../operation/row.ts'
import { waitFor } from '../operation/waiting.ts'
import { lastError } from '../tls/last-error.ts'
import { ticketsSeen } from '../tls/session-tickets.ts'
import { countBody } from './body.ts'
import { keepHeaders } from './headers.ts'
import { interimAndTickets } from './interim-and-tickets.ts'
import { authorityOf, requestHeaders } from './request.ts'

/**
 * HTTP/1.1 on an open connection, in clear text or over TLS. Takes the socket over and destroys it when disposed.
 *
 * A `get` succeeds when the body has ended or its cap is reached. When it does neither, the row keeps status and
 * headers beside its failure. Bodies are counted, never decoded. What Chromium takes for a response is one, and
 * `notes` say what was wrong with it.
 */
export function openHttp1(
  socket: Socket | TLSSocket,
  endpoint: Endpoint,
  context: SurveyContext,
): HttpConnection<HttpResult> {
  let usable = true
  let isAsking = false
  // Bytes that come unasked spoil the connection: they would be taken for the next answer.
  socket.on('data', () => {
    if (!isAsking) usable = false
  })
  return {
    get usable() {
      return usable && !socket.destroyed
    },
    // HTTP/1.1 has no way to say so (RFC 9112, 9.3.1).
    isRefused: false,
    get: (path) =>
      recordRow(endpointTarget('http1', endpoint, path), context, async () => {
        if (socket.destroyed || !usable) {
          usable = false
          // An alert may come between the handshake and the request.
          const thrown = lastError(socket)
          const error = thrown === null ? null : networkError(thrown)
          if (error !== null && !isGone(error)) return fail<HttpResult>(exchangeFailure(error), error.message)
          return fail<HttpResult>('http_empty_reply', 'closed before the request')
        }
        isAsking = true
        try {
          const { outcome, keepAlive } = await exchange(socket, endpoint, path, context)
          usable = keepAlive && !socket.destroyed
          return outcome
        } catch (error) {
          usable = false
          throw error
        } finally {
          isAsking = false
          if (!usable) socket.destroy()
        }
      }),
    async [Symbol.asyncDispose]() {
      usable = false
      socket.destroy()
    },
  }
}

interface Exchange {
  readonly outcome: AttemptOutcome<HttpResult>
  readonly keepAlive: boolean
}

/** One request and its response. The wait spans both, so that no event can fall between them. */
function exchange(
  socket: Socket,
  endpoint: Endpoint,
  path: string,
  context: SurveyContext,
): Promise<Exchange> {
  const body = countBody(path)
  const interim = new Set<number>()
  let answer: HttpResult | null = null
  const soFar = (): HttpResult | null =>
    answer === null ? null : { ...answer, ...body.facts, ...interimAndTickets(interim, ticketsSeen(socket)) }
  const failed = (failure: FailureCode, text: string | null = null): Exchange => {
    return { outcome: fail(failure, text, soFar()), keepAlive: false }
  }
  const done = (keepAlive: boolean): Exchange => {
    const result = soFar()
    return { outcome: result === null ? fail('http_truncated', null) : succeed(result), keepAlive }
  }
  return waitFor<Exchange>(context.signal, failed, ({ settle, on, after }) => {
    const headersCame = after(context.timeouts.httpHeadersMs, () => settle(failed('http_timeout')))
    const reader = new ResponseReader(LIMITS, {
      interim: (status) => interim.add(status),
      head({ status, fields, notes }) {
        headersCame()
        const ttfbMs = context.clock() - sentMs
        context.cookies?.store(endpoint, path, fields)
        const known = { status, headers: keepHeaders(fields), bodyBytes: 0, bodyCapped: false, ttfbMs }
        answer = notes.length === 0 ? known : { ...known, notes }
        after(context.timeouts.httpBodyMs, () => settle(failed('http_body_timeout')))
      },
      data(piece) {
        const isEnough = body.add(piece)
        if (isEnough) settle(done(false))
        return isEnough
      },
      end: (keepAlive) => settle(done(keepAlive)),
      fail: (failure, text) => settle(failed(failure, text)),
    })
    on(socket, 'data', (bytes: Buffer) => reader.push(bytes))
    on(socket, 'end', () => reader.close())
    on(socket, 'error', (thrown: Error) => {
      const error = networkError(thrown)
      if (!isGone(error)) settle(failed(exchangeFailure(error), error.message))
    })
    // A reset, or an end that was not heard of: a body that lasts until the connection ends may lack its end.
    on(socket, 'close', () =>
      settle(failed(reader.receivedBytes > 0 ? 'http_truncated' : 'http_empty_reply')),
    )
    const sentMs = context.clock()
    socket.write(requestText(endpoint, path, context))
  })
}

function requestText(endpoint: Endpoint, path: string, context: SurveyContext): string {
  const headers = {
    host: authorityOf(endpoint),
    connection: 'keep-alive',
    ...requestHeaders(path, endpoint, context),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A TLS 1.3 server's alert about the handshake can come as late as here. */
function exchangeFailure(error: NetworkError): FailureCode {
  const alert = alertFailure(error)
  if (alert !== null) return alert
  if (error.code?.startsWith('ERR_SSL_')) return 'tls_protocol_error'
  return 'unknown_failure'
}
