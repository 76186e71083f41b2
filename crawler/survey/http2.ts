import http2, { type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../failures.ts'
import { countBody } from './body.ts'
import { networkError } from './classify.ts'
import { LIMITS, type SurveyContext } from './context.ts'
import { headerPairs, keepHeaders } from './headers.ts'
import { errorCodeName, goawayFailure, sessionFailure } from './http2-failures.ts'
import { settingsByName } from './http2-settings.ts'
import type { Endpoint, Http2Result, HttpConnection } from './operation.ts'
import { authorityOf, requestHeaders } from './request.ts'
import { fail, type Outcome, placeOf, recordRow, succeed } from './row.ts'
import { waitFor } from './waiting.ts'

/** Bytes before the response that are neither it nor SETTINGS or PING: Node does not tell about other frames. */
const SILENT_FLOOD_BYTES = 1024 * 1024
const SILENT_FLOOD_CHECK_MS = 250

/** More than a reset and some SETTINGS come to. */
const BARE_RESET_BYTES = 4_096

/** nghttp2's limit on what one response's header block may unfold to is in pairs, ours is in bytes. */
const MAX_HEADER_PAIRS = 4_096

/**
 * HTTP/2 on a TLS connection for which ALPN chose h2. Takes the socket over and destroys it when disposed.
 * What succeeds and what fails is as in http1.ts.
 */
export function openHttp2(
  socket: TLSSocket,
  at: Endpoint,
  context: SurveyContext,
): HttpConnection<Http2Result> {
  let connection: Connection | null = null
  let usable = true
  return {
    get usable() {
      return usable && !socket.destroyed && connection?.goaway == null
    },
    get: (path) =>
      recordRow(placeOf('http2', at, path), context, async () => {
        if (socket.destroyed || connection?.session.closed) {
          usable = false
          const failure = connection?.goaway == null ? 'http_empty_reply' : 'h2_goaway'
          return fail<Http2Result>(failure, 'closed before the request')
        }
        connection ??= connect(socket, at)
        const outcome = await exchange(connection, at, path, context)
        if (outcome.failure !== null) usable = false
        return outcome
      }),
    async [Symbol.asyncDispose]() {
      usable = false
      connection?.session.destroy()
      socket.destroy()
    },
  }
}

interface Connection {
  readonly socket: TLSSocket
  readonly session: ClientHttp2Session
  settings: Readonly<Record<string, number>> | null
  goaway: { readonly code: number; readonly text: string } | null
  /** Called for each SETTINGS and PING frame and interim response. */
  controlFrame: () => void
  /** Called when there were more of them than a connection may have. */
  flooded: () => void
}

const NO_RESPONSE = { status: null, headers: {}, bodyBytes: null, bodyCapped: false, ttfbMs: null } as const

function connect(socket: TLSSocket, at: Endpoint): Connection {
  const session = http2.connect(`https://${authorityOf(at)}`, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: LIMITS.headerBytes },
    maxHeaderListPairs: MAX_HEADER_PAIRS,
  })
  let controlFrames = 0
  const connection: Connection = {
    socket,
    session,
    settings: null,
    goaway: null,
    controlFrame: () => {
      controlFrames += 1
      if (controlFrames > LIMITS.controlFrames) connection.flooded()
    },
    flooded: () => {},
  }
  session.on('remoteSettings', (settings) => {
    connection.settings ??= settingsByName(settings)
    connection.controlFrame()
  })
  session.on('ping', () => connection.controlFrame())
  session.on('goaway', (code, _lastStreamId, data) => {
    connection.goaway = { code, text: `GOAWAY ${errorCodeName(code)} ${data?.toString('latin1') ?? ''}` }
  })
  // For the session's life: what goes wrong within an exchange is told by its stream as well.
  session.on('error', () => {})
  return connection
}

/** One request and its response. The wait spans both, so that no event can fall between them. */
function exchange(
  connection: Connection,
  at: Endpoint,
  path: string,
  context: SurveyContext,
): Promise<Outcome<Http2Result>> {
  const { session } = connection
  const body = countBody(path)
  let answer: Http2Result | null = null
  const soFar = (): Http2Result => {
    const { settings } = connection
    return answer === null ? { ...NO_RESPONSE, settings } : { ...answer, ...body.facts, settings }
  }
  const failed = (failure: FailureCode, text: string | null = null) => {
    const hasResult = answer !== null || connection.settings !== null
    return fail(failure, text, hasResult ? soFar() : null)
  }
  return waitFor<Outcome<Http2Result>>(context.signal, failed, ({ settle, on, after, defer }) => {
    const stream = session.request(
      {
        ':method': 'GET',
        ':scheme': 'https',
        ':authority': authorityOf(at),
        ':path': path,
        ...requestHeaders(path, context),
      },
      { endStream: true },
    )
    stream.on('error', () => {})
    defer(() => {
      if (!stream.closed) stream.close(http2.constants.NGHTTP2_CANCEL)
    })
    const sentMs = context.clock()
    const bytesBefore = connection.socket.bytesRead
    const headersCame = after(context.timeouts.httpHeadersMs, () => settle(failed('http_timeout')))
    watchForFlood(connection, () => answer === null && settle(failed('h2_flood')), defer)
    on(stream, 'headers', () => connection.controlFrame())
    on(stream, 'response', (headers: IncomingHttpHeaders, _flags: number, rawHeaders: string[]) => {
      headersCame()
      if (sizeBytes(rawHeaders) > LIMITS.headerBytes) {
        settle(failed('http_header_too_big'))
        return
      }
      answer = {
        status: Number(headers[':status']),
        headers: keepHeaders(headerPairs(rawHeaders)),
        bodyBytes: 0,
        bodyCapped: false,
        ttfbMs: context.clock() - sentMs,
        settings: null,
      }
      after(context.timeouts.httpBodyMs, () => settle(failed('http_body_timeout')))
    })
    on(stream, 'data', (chunk: Buffer) => {
      if (body.add(chunk)) settle(succeed(soFar()))
    })
    let thrown: Error | null = null
    on(stream, 'error', (error: Error) => {
      thrown = error
    })
    // Node ends the body of a stream that was cut off as if it were whole: only `close` knows the reset code.
    on(stream, 'close', () => {
      const isWhole =
        answer !== null && thrown === null && stream.rstCode === http2.constants.NGHTTP2_NO_ERROR
      if (isWhole) return settle(succeed(soFar()))
      // nghttp2 gives up on a header block over our limit as if the peer had reset the stream; but a peer that resets
      // one without a response has sent next to nothing.
      const isTooBig =
        answer === null &&
        stream.rstCode === http2.constants.NGHTTP2_ENHANCE_YOUR_CALM &&
        connection.socket.bytesRead - bytesBefore > BARE_RESET_BYTES
      settle(
        isTooBig ? failed('http_header_too_big') : lost(connection, stream, thrown, answer !== null, failed),
      )
    })
  })
}

/** Calls `flooded`, maybe more than once, while there is too much on the connection that is no response. */
function watchForFlood(
  connection: Connection,
  flooded: () => void,
  defer: (release: () => void) => void,
): void {
  const { socket } = connection
  const bytesBefore = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - bytesBefore > SILENT_FLOOD_BYTES) flooded()
  }, SILENT_FLOOD_CHECK_MS)
  connection.flooded = flooded
  defer(() => {
    clearInterval(timer)
    connection.flooded = () => {}
  })
}

/** Why a stream has closed before its response was whole. */
function lost(
  { goaway, session, socket }: Connection,
  stream: ClientHttp2Stream,
  thrown: Error | null,
  hasHeaders: boolean,
  failed: (failure: FailureCode, text?: string | null) => Outcome<Http2Result>,
): Outcome<Http2Result> {
  if (goaway !== null) return failed(hasHeaders ? 'http_truncated' : goawayFailure(goaway.code), goaway.text)
  const error = thrown === null ? null : networkError(thrown)
  const broken = error === null ? null : sessionFailure(thrown, error)
  if (error !== null && broken !== null) return failed(broken, error.message)
  if (session.destroyed || session.closed || socket.destroyed) {
    return failed(hasHeaders ? 'http_truncated' : 'http_empty_reply', error?.message ?? null)
  }
  return failed('h2_stream_reset', `RST_STREAM ${errorCodeName(stream.rstCode ?? 0)}`)
}

const sizeBytes = (flat: readonly string[]): number => flat.reduce((sum, text) => sum + text.length, 0)
