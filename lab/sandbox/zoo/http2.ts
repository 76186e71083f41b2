import {
  constants,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { PAGE } from './http1-requests.ts'

const { HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS } = constants
const MIB = 1024 * 1024

/** Behaviours of the HTTP/2 connection as a whole, in bytes. The connection is not healthy: robots.txt fails too. */
export const HTTP2_RAW_BEHAVIOURS: Readonly<Record<string, (socket: TLSSocket) => void>> = {
  'h2-garbage': (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'))
  },
  'h2-goaway': (socket) => {
    socket.resume()
    socket.write(Buffer.concat([frame(SETTINGS, Buffer.alloc(0)), frame(GOAWAY, Buffer.alloc(8))]))
  },
  /** Closes when it has read the client's preface. */
  'h2-close': (socket) => {
    socket.once('data', () => socket.end())
  },
  'h2-settings-flood': (socket) => {
    socket.resume()
    // SETTINGS_MAX_CONCURRENT_STREAMS (3) = 100, over and over.
    const many = Buffer.concat(
      Array.from({ length: 100 }, () => frame(SETTINGS, Buffer.from([0, 3, 0, 0, 0, 100]))),
    )
    const more = () => {
      while (!socket.destroyed && socket.write(many));
    }
    socket.on('drain', more)
    more()
  },
}

/** Frame types of RFC 9113, 6. */
const SETTINGS = 4
const GOAWAY = 7

/** A frame on stream 0 without flags (RFC 9113, 4.1). */
function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  return Buffer.concat([head, payload])
}

function alternately(first: (stream: ServerHttp2Stream) => void): (stream: ServerHttp2Stream) => void {
  let requests = 0
  return (stream) => {
    requests += 1
    if (requests % 2 === 1) first(stream)
    else servePage(stream)
  }
}

/** Behaviours of one stream: what the page's request is answered with. HTTP/1.1 beside it is healthy. */
const STREAMS: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  'h2-page': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, server: 'zoo', 'content-type': 'text/html' })
    stream.end(PAGE)
  },
  'h2-reset': (stream) => {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  },
  /** Refuses each second request unprocessed, the first one first. */
  'h2-refused': alternately((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM)),
  /** Leaves each second time as the request comes, the first one first, and says that it did not process it. */
  'h2-leaves': alternately((stream) =>
    stream.session?.goaway(constants.NGHTTP2_NO_ERROR, Number(stream.id) - 2),
  ),
  /** See ROBOTS. */
  'h2-robots-truncated': servePage,
  'h2-no-answer': () => {},
  'h2-big-headers': (stream) => {
    const filler = Object.fromEntries(
      Array.from({ length: 128 }, (_, index) => [`x-filler-${index}`, 'x'.repeat(MIB / 128)]),
    )
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, ...filler })
    stream.end(PAGE)
  },
  /** The connection is closed in the middle of the body. */
  'h2-truncated': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-length': '10000' })
    stream.write(PAGE, () => stream.session?.destroy())
  },
  'h2-endless-body': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-type': 'text/html' })
    const chunk = Buffer.alloc(16 * 1024, 'x')
    const more = () => {
      while (!stream.destroyed && stream.write(chunk));
    }
    stream.on('drain', more)
    more()
  },
  'h2-body-a-byte-a-second': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-type': 'text/html' })
    const timer = setInterval(() => stream.write('x'), 1000)
    stream.once('close', () => clearInterval(timer))
  },
}

/** What robots.txt is answered with, where that is not a 404. */
const ROBOTS: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  /** Status and headers, and then the end of the connection in the middle of the text. */
  'h2-robots-truncated': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-length': '10000' })
    stream.write('User-agent: *\n', () => stream.session?.destroy())
  },
}

function noRules(stream: ServerHttp2Stream): void {
  stream.respond({ [HTTP2_HEADER_STATUS]: 404 })
  stream.end('no rules\n')
}

function servePage(stream: ServerHttp2Stream): void {
  stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-type': 'text/html' })
  stream.end(PAGE)
}

/** By name: makes of a server one that behaves so; where robots.txt is silent, over both versions of HTTP. */
export const HTTP2_BEHAVIOURS: Readonly<
  Record<string, (server: Http2SecureServer, robotsAreSilent: boolean) => Http2SecureServer>
> = Object.fromEntries(
  Object.entries(STREAMS).map(([name, answer]) => [
    name,
    (server, robotsAreSilent) =>
      serve(server, answer, robotsAreSilent ? () => {} : (ROBOTS[name] ?? noRules), robotsAreSilent),
  ]),
)

function serve(
  server: Http2SecureServer,
  answer: (stream: ServerHttp2Stream) => void,
  robots: (stream: ServerHttp2Stream) => void,
  robotsAreSilent: boolean,
): Http2SecureServer {
  // Streams that the behaviour resets, or the client leaves, are no news.
  server.on('sessionError', () => {})
  server.on('secureConnection', (socket: TLSSocket) => socket.on('error', () => socket.destroy()))
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on('error', () => {})
    if (headers[HTTP2_HEADER_PATH] === '/robots.txt') robots(stream)
    else answer(stream)
  })
  server.on('request', (request, response) => {
    if (request.httpVersionMajor !== 1 || (robotsAreSilent && request.url === '/robots.txt')) return
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, {
      server: 'zoo',
      'content-type': 'text/html',
    })
    response.end(PAGE)
  })
  return server
}
