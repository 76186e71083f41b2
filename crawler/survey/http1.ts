import http from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../failures.ts'
import { countBody } from './body.ts'
import { isAlert, isGone, type NetworkError, networkError } from './classify.ts'
import { LIMITS, type SurveyContext } from './context.ts'
import { headerPairs, keepHeaders } from './headers.ts'
import type { Endpoint, HttpConnection, HttpResult } from './operation.ts'
import { authorityOf, requestHeaders } from './request.ts'
import { fail, type Outcome, placeOf, recordRow, succeed } from './row.ts'
import { waitFor } from './waiting.ts'

/**
 * HTTP/1.1 on an open connection, in clear text or over TLS. Takes the socket over and destroys it when disposed.
 *
 * A `get` succeeds when the body has ended or its cap is reached. When it does neither, the row keeps status and
 * headers beside its failure. Bodies are counted, never decoded.
 */
export function openHttp1(
  socket: Socket | TLSSocket,
  at: Endpoint,
  context: SurveyContext,
): HttpConnection<HttpResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = () => socket
  let usable = true
  return {
    get usable() {
      return usable && !socket.destroyed
    },
    // HTTP/1.1 has no way to say so (RFC 9112, 9.3.1).
    isRefused: false,
    get: (path) =>
      recordRow(placeOf('http1', at, path), context, async () => {
        if (socket.destroyed) {
          usable = false
          return fail<HttpResult>('http_empty_reply', 'closed before the request')
        }
        // Until the answer is whole nothing else may be asked here, whichever way this ends.
        usable = false
        const { outcome, keepAlive } = await exchange(agent, socket, at, path, context)
        usable = keepAlive
        if (!keepAlive) socket.destroy()
        return outcome
      }),
    async [Symbol.asyncDispose]() {
      usable = false
      agent.destroy()
      socket.destroy()
    },
  }
}

interface Exchange {
  readonly outcome: Outcome<HttpResult>
  readonly keepAlive: boolean
}

/** One request and its response. The wait spans both, so that no event can fall between them. */
function exchange(
  agent: http.Agent,
  socket: Socket,
  at: Endpoint,
  path: string,
  context: SurveyContext,
): Promise<Exchange> {
  const bytesBefore = socket.bytesRead
  const body = countBody(path)
  let response: http.IncomingMessage | null = null
  let answer: HttpResult | null = null
  const failed = (failure: FailureCode, text: string | null = null): Exchange => {
    const result = answer === null ? null : { ...answer, ...body.facts }
    return { outcome: fail(failure, text, result), keepAlive: false }
  }
  const gone = () => failed(socket.bytesRead > bytesBefore ? 'http_truncated' : 'http_empty_reply')
  return waitFor<Exchange>(context.signal, failed, (waiting) => {
    const { settle, on, after } = waiting
    const request = send(agent, at, path, context)
    waiting.defer(() => {
      if (response === null || !response.complete) request.destroy()
    })
    const sentMs = context.clock()
    const headersCame = after(context.timeouts.httpHeadersMs, () => settle(failed('http_timeout')))

    on(request, 'response', (incoming: http.IncomingMessage) => {
      headersCame()
      if (incoming.httpVersionMajor !== 1) {
        settle(failed('http_protocol_error', `HTTP/${incoming.httpVersion}`))
        return
      }
      // No status code at all (RFC 9110, 15). One of 600 and above is an error of the server's, and recorded as sent.
      if ((incoming.statusCode ?? 0) < 100) {
        settle(failed('http_protocol_error', `status ${incoming.statusCode}`))
        return
      }
      response = incoming
      const received: HttpResult = {
        status: incoming.statusCode ?? null,
        headers: keepHeaders(headerPairs(incoming.rawHeaders)),
        bodyBytes: 0,
        bodyCapped: false,
        ttfbMs: context.clock() - sentMs,
      }
      answer = received
      const done = (keepAlive: boolean) =>
        settle({ outcome: succeed({ ...received, ...body.facts }), keepAlive })
      after(context.timeouts.httpBodyMs, () => settle(failed('http_body_timeout')))
      // A body that is cut off is an error of the response, and is told by its `close` as well.
      incoming.on('error', () => {})
      on(incoming, 'close', () => settle(gone()))
      on(incoming, 'end', () => done(request.shouldKeepAlive && !socket.destroyed))
      on(incoming, 'data', (chunk: Buffer) => {
        if (body.add(chunk)) done(false)
      })
    })
    on(request, 'error', (thrown: Error) => {
      // What follows a whole response (its Content-Length was too small) spoils the connection, not the response.
      if (response?.complete) return
      const error = networkError(thrown)
      settle(isGone(error) ? gone() : failed(exchangeFailure(error), error.message))
    })
    on(request, 'close', () => {
      if (response === null) settle(gone())
    })
    on(request, 'upgrade', () => settle(failed('http_protocol_error', '101 Switching Protocols')))
    let interims = 0
    let interimBytes = 0
    on(request, 'information', ({ rawHeaders }: http.InformationEvent) => {
      interims += 1
      // Their headers count together: one limit for each would be 13 MB.
      interimBytes += rawHeaders.reduce((sum, text) => sum + text.length, 0)
      if (interimBytes > LIMITS.headerBytes) settle(failed('http_header_too_big', 'of interim responses'))
      if (interims > LIMITS.controlFrames) settle(failed('http_protocol_error', 'too many interim responses'))
    })
  })
}

function send(agent: http.Agent, at: Endpoint, path: string, context: SurveyContext): http.ClientRequest {
  const request = http.request({
    agent,
    path,
    setHost: false,
    headers: { host: authorityOf(at), ...requestHeaders(path, context) },
    maxHeaderSize: LIMITS.headerBytes,
    // Browsers put up with bare LF, odd header names and a space before the colon, and a site that they can show
    // speaks HTTP/1.1. What the leniency lets through is counted and cut, never acted upon.
    insecureHTTPParser: true,
  })
  // Their bytes are limited; Node would silently drop those after the 2,000th.
  request.maxHeadersCount = 0
  // For the request's life: an error after the wait has ended must find a listener.
  request.on('error', () => {})
  request.end()
  return request
}

/** HPE_* are llhttp's; of a TLS 1.3 server an alert about the handshake can come as late as here. */
function exchangeFailure(error: NetworkError): FailureCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'http_header_too_big'
  if (error.code?.startsWith('HPE_')) return 'http_protocol_error'
  if (isAlert(error)) return 'tls_alert'
  if (error.code?.startsWith('ERR_SSL_')) return 'tls_protocol_error'
  return 'unknown_failure'
}
