import {
  constants,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { ENDLESS_ROBOTS } from './bombs.ts'
import { PAGE } from './http1-requests.ts'
import { pour } from './pour.ts'

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
    pour(socket, many)
  },
  'h2-endless-late-data': endsAndThen(() => frame(DATA, Buffer.alloc(16 * 1024), 0, FIRST_STREAM)),
  'h2-endless-late-headers': endsAndThen(() => frame(HEADERS, STATUS_404, END_HEADERS, FIRST_STREAM)),
}

/** Frame types and flags of RFC 9113, 6. */
const DATA = 0
const HEADERS = 1
const SETTINGS = 4
const GOAWAY = 7
const END_STREAM = 0x1
const END_HEADERS = 0x4

const FRAME_HEAD_BYTES = 9
/** The client's connection preface (RFC 9113, 3.4). */
const PREFACE_BYTES = 24
/** The client's first request: robots.txt. */
const FIRST_STREAM = 1
/** The entry of HPACK's static table (RFC 7541, A). */
const STATUS_404 = Buffer.of(0x80 | 13)

/** Answers the first request with 404, whole; to the second it sends frames on the first one's stream without end. */
function endsAndThen(more: () => Buffer): (socket: TLSSocket) => void {
  return (socket) => {
    let received = Buffer.alloc(0)
    let answered = 0
    socket.write(frame(SETTINGS, Buffer.alloc(0)))
    socket.on('data', function look(chunk: Buffer) {
      received = Buffer.concat([received, chunk])
      const requests = countRequests(received)
      if (requests >= 1 && answered === 0)
        socket.write(frame(HEADERS, STATUS_404, END_HEADERS | END_STREAM, FIRST_STREAM))
      answered = requests
      if (requests < 2) return
      socket.off('data', look).resume()
      pour(socket, more())
    })
  }
}

function countRequests(received: Buffer): number {
  let count = 0
  let offset = PREFACE_BYTES
  while (offset + FRAME_HEAD_BYTES <= received.length) {
    if (received[offset + 3] === HEADERS) count += 1
    offset += FRAME_HEAD_BYTES + received.readUIntBE(offset, 3)
  }
  return count
}

/** A frame (RFC 9113, 4.1). */
function frame(type: number, payload: Buffer, flags = 0, stream = 0): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
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
  'h2-robots-endless': servePage,
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
    pour(stream, Buffer.alloc(16 * 1024, 'x'))
  },
  'h2-body-a-byte-a-second': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-type': 'text/html' })
    const timer = setInterval(() => stream.write('x'), 1000)
    stream.once('close', () => clearInterval(timer))
  },
}

/** Answers robots.txt, where that is not a 404. */
const ROBOTS: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  /** Status and headers, and then the end of the connection in the middle of the text. */
  'h2-robots-truncated': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-length': '10000' })
    stream.write('User-agent: *\n', () => stream.session?.destroy())
  },
  'h2-robots-endless': (stream) => {
    stream.respond({ [HTTP2_HEADER_STATUS]: 200, 'content-type': 'text/plain' })
    pour(stream, ENDLESS_ROBOTS)
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

/** Behaviours by name: each makes of a server one that behaves so; where robots.txt is silent, over both versions of HTTP. */
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
