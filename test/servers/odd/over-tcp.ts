import type { ServerResponse } from 'node:http'
import { constants, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { Field } from '../../../crawler/fields/field.ts'
import type { WebRequest, WebResponse } from '../web.ts'
import { headBytes, type LoggedExchange, nowMs, type OddExchange } from './exchange.ts'

/** An exchange of HTTP/1.1 or HTTP/2, by Node's own servers. */
export function exchangeOverTcp(request: WebRequest, response: WebResponse): OddExchange {
  const { headers, httpVersionMajor } = request
  const host = String(headers[':authority'] ?? headers.host ?? '')
  const path = request.url ?? '/'
  // The two have one shape for what is used here, and TypeScript no common type for it.
  const plain = response as ServerResponse
  const stream = 'stream' in response ? (response as Http2ServerResponse).stream : null
  const log: LoggedExchange = {
    protocol: httpVersionMajor === 2 ? 'h2' : 'http/1.1',
    method: request.method ?? 'GET',
    host,
    path,
    startedMs: nowMs(),
    status: null,
    headBytes: 0,
    bodyBytes: 0,
    lastMs: null,
    isRejected: false,
  }
  // A browser that gives a request up, or is closed, resets it.
  stream?.on('error', () => {})
  response.on('error', () => {})
  const socket = (stream?.session?.socket ?? request.socket) as TLSSocket
  const wrote = (bytes: Buffer | string): Buffer => {
    const buffer = Buffer.from(bytes)
    if (log.method !== 'HEAD') log.bodyBytes += buffer.length
    log.lastMs = nowMs()
    return buffer
  }
  return {
    log,
    url: new URL(path, `https://${host}`),
    header: (name) => {
      const value = headers[name]
      return value === undefined ? null : String(value)
    },
    serverName: typeof socket.servername === 'string' ? socket.servername : null,
    hint: (link) => plain.writeEarlyHints({ link: [...link] }),
    head(status, fields) {
      log.status = status
      log.headBytes = headBytes(status, fields)
      log.lastMs = nowMs()
      for (const [name, values] of Map.groupBy(fields, ([name]) => name))
        plain.setHeader(name, values.length === 1 ? (values[0]?.[1] ?? '') : values.map(([, value]) => value))
      plain.writeHead(status)
      // HTTP/1.1 of Node adds fields of its own; what it has written it keeps.
      const written: unknown = Reflect.get(plain, '_header')
      if (typeof written === 'string') log.headBytes = written.length
      if (log.method !== 'HEAD' && status !== 204 && status !== 304) plain.flushHeaders()
    },
    write: (bytes) => void plain.write(wrote(bytes)),
    end(bytes = '', trailers: readonly Field[] = []) {
      if (trailers.length > 0)
        plain.addTrailers(trailers.map(([name, value]) => [name, value] as [string, string]))
      plain.end(wrote(bytes))
    },
    reject() {
      log.isRejected = true
      if (stream === null) socket.destroy()
      else stream.close(constants.NGHTTP2_REFUSED_STREAM)
    },
    breakOff: () => {
      if (stream === null) socket.destroy()
      else stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    },
    lastOfConnection() {
      if (stream === null) plain.setHeader('connection', 'close')
      else stream.session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id)
    },
    losePath: () => {},
    announce: (altSvc) =>
      (stream?.session as ServerHttp2Session | undefined)?.altsvc(altSvc, `https://${host}`),
  }
}
