import { Duplex } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { Http2Client } from '../../crawler/h2/client.ts'
import { HpackDecoder } from '../../crawler/h2/hpack-decoder.ts'
import { hostName } from '../../crawler/list/host-name.ts'
import { LIMITS } from '../../crawler/network/limits.ts'
import { ControlStream } from '../../crawler/quic/control-stream.ts'
import { PeerStreams } from '../../crawler/quic/peer-streams.ts'
import { decodeFieldSection } from '../../crawler/quic/qpack-decode.ts'
import { ResponseStream } from '../../crawler/quic/response-stream.ts'
import { robotsPolicy } from '../../crawler/robots/robots.ts'
import { readReply } from '../../crawler/survey/dns/dns-message.ts'
import { decodeHttpsRecord } from '../../crawler/survey/dns/https-record.ts'
import { countBody } from '../../crawler/survey/http/body.ts'
import { keepHeaders } from '../../crawler/survey/http/headers.ts'
import { redirectOf } from '../../crawler/survey/http/redirect.ts'
import { certificateFacts } from '../../crawler/survey/tls/certificate.ts'
import { claimsH3 } from '../../har/alt-svc.ts'
import { FLAG, frame, headerBlock, headers, settings, TYPE } from '../servers/h2-frames.ts'
import { assertCheap } from './measure-cost.ts'
import { httpRow } from './survey/visit/visit-rows.ts'

/** A parser of what others send, the most bytes that it is given, and what its language is made of. */
interface Parser {
  readonly mostBytes: number
  readonly parse: (input: Buffer) => unknown
  /** Makes of the bytes what `parse` is given where another has done that before: only what follows is counted. */
  readonly prepare?: (input: Buffer) => () => unknown
  /** Pieces that the search for the worst input repeats and mixes. */
  readonly pieces: readonly (string | Buffer)[]
}

const DNS_BYTES = 65_535
/** The chain of certificates that OpenSSL accepts (SSL_CTX_set_max_cert_list). */
const CERTIFICATE_BYTES = 100 * 1024
/** How much a socket gives at a time. */
const READ_BYTES = 64 * 1024

const text = (parse: (input: string) => unknown) => (input: Buffer) => parse(input.toString('latin1'))

/** Errors that are a verdict of the parser cost what they cost; any other is a fault. */
function verdict(parse: () => unknown): unknown {
  try {
    return parse() ?? null
  } catch (error) {
    if (error instanceof Error && ['CompressionError', 'H2Error', 'H3Error'].includes(error.name))
      return error
    throw error
  }
}

function* inReads(input: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < input.length; offset += READ_BYTES)
    yield input.subarray(offset, offset + READ_BYTES)
}

/** A whole connection of HTTP/2 on which a page was asked for. */
function readHttp2(input: Buffer): unknown {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const client = new Http2Client(socket, LIMITS, () => null)
  const body = countBody('/robots.txt')
  let failure: string | null = null
  client.request([[':path', '/']], {
    head: () => {},
    data: (chunk) => void body.add(chunk),
    end: () => {},
    fail: (code) => {
      failure = code
    },
  })
  socket.emit('data', settings())
  for (const read of inReads(input)) socket.emit('data', read)
  return [client, failure]
}

function readHttp3(input: Buffer): unknown {
  return verdict(() => {
    const stream = new ResponseStream(LIMITS, countBody('/robots.txt'), 'GET')
    for (const read of inReads(input)) stream.push(read, false)
    return stream
  })
}

/** One stream of the peer of this type; of an unknown one a stream for each read. */
const readPeerStreams = (type: number) => (input: Buffer) =>
  verdict(() => {
    const streams = new PeerStreams(new ControlStream(LIMITS.controlFrames), LIMITS.controlFrames)
    let id = 3
    streams.received(id, Buffer.of(type), false)
    for (const read of inReads(input)) {
      streams.received(id, read, false)
      if (type !== UNKNOWN_STREAM) continue
      id += 4
      streams.received(id, Buffer.of(type), false)
    }
    return streams
  })
const UNKNOWN_STREAM = 0x21

function fieldsOf(input: Buffer): (readonly [string, string])[] {
  const lines = input.toString('latin1').split('\n')
  return lines.map((line) => {
    const [name = '', value = ''] = line.split(':')
    return [name, value]
  })
}

const status200 = Buffer.of(0x88)
const QPACK_200 = Buffer.of(0x00, 0x00, 0xd9)
const huffman = (bytes: number, byte: number) =>
  Buffer.concat([Buffer.of(0x00, 0x01, 0x61, 0x80 | bytes), Buffer.alloc(bytes, byte)])
const DNS_HEAD = Buffer.from(
  '123481800001ffff0000000004736974650474657374000001 0001'.replace(' ', ''),
  'hex',
)
const PARSERS: Readonly<Record<string, Parser>> = {
  'robots.txt': {
    mostBytes: LIMITS.robotsBytes,
    parse: text((input) => robotsPolicy(input, 'towline').allows(`/${'a'.repeat(2_000)}`)),
    pieces: [
      'User-agent:',
      'towline',
      '*',
      'Allow:',
      'Disallow: /',
      '\n',
      '\r',
      '#',
      'a',
      '*a',
      'aab',
      '$',
      ' ',
      '\xff',
    ],
  },
  'Alt-Svc': {
    mostBytes: LIMITS.headerBytes,
    parse: text(claimsH3),
    pieces: ['h3', '=', '"', ':443', ';', ',', ' ', 'ma=', '\\', '%68', '%', '[', '::1]', '\t', 'a'],
  },
  'header fields': {
    mostBytes: LIMITS.headerBytes,
    parse: (input) => keepHeaders(fieldsOf(input)),
    prepare: (input) => {
      const fields = fieldsOf(input)
      return () => keepHeaders(fields)
    },
    pieces: ['server:', 'location:', 'via:', 'x-goog-', ':', '\n', 'a', '\xff', '\0', '\x9b'],
  },
  Location: {
    mostBytes: LIMITS.headerBytes,
    parse: text((input) => {
      const kept = keepHeaders([['location', input.slice(0, 8_192)]])
      return redirectOf(httpRow('http1', 'https://a.test/', { status: 302, headers: kept }))
    }),
    pieces: [
      'http://',
      '//',
      '/',
      '..',
      '.',
      '%',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      '\\',
      '\xff',
      'xn--',
      '[',
      'a',
      '0x7f.',
    ],
  },
  'certificate names': {
    mostBytes: CERTIFICATE_BYTES,
    parse: text((input) => certificateFacts({ subject: { CN: input }, subjectaltname: input } as never)),
    pieces: ['DNS:', ', ', '"', '\\', 'a', '*.', 'IP Address:', 'othername:', '\\u0000', '\x1b'],
  },
  'list line': {
    mostBytes: 64 * 1024,
    parse: text((input) => hostName(input)),
    pieces: ['xn--', '.', '-', 'a', '\xfc', '0x', '%', '@', ' ', '\0', '。'],
  },
  'HTTPS record': {
    mostBytes: DNS_BYTES,
    parse: (input) => decodeHttpsRecord(input),
    pieces: [
      Buffer.of(0, 1, 0),
      Buffer.of(0, 1, 0xff, 0xff),
      Buffer.of(2),
      'h3',
      Buffer.of(0),
      Buffer.of(1, 0x61),
      Buffer.of(0, 4, 0xff, 0xf0),
      Buffer.of(63),
    ],
  },
  'DNS message': {
    mostBytes: DNS_BYTES,
    parse: (input) => {
      const message = Buffer.concat([DNS_HEAD, input]).subarray(0, DNS_BYTES)
      return readReply(message, { name: 'site.test', type: 'A' })
    },
    pieces: [
      Buffer.of(0xc0, 12),
      Buffer.of(0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4),
      Buffer.of(0, 5, 0, 1, 0, 0, 0, 0, 0, 2, 0xc0, 12),
      Buffer.of(1, 0x61),
      Buffer.of(0),
      Buffer.of(0xff),
      Buffer.of(0xc0, 40),
    ],
  },
  HPACK: {
    mostBytes: LIMITS.headerBytes,
    parse: (input) => verdict(() => new HpackDecoder(4_096).decode(input, LIMITS.headerBytes)),
    pieces: [
      status200,
      Buffer.of(0x40, 0, 0),
      Buffer.of(0x40, 1, 0x61, 1, 0x62),
      Buffer.of(0xbe),
      Buffer.of(0xff, 0),
      Buffer.of(0, 0, 0),
      huffman(30, 0xff),
      huffman(30, 0),
      huffman(100, 0x18),
      Buffer.of(0x3f, 0xe1, 0x1f),
      Buffer.of(0x20),
      Buffer.of(0x7f, 0x81),
    ],
  },
  QPACK: {
    mostBytes: LIMITS.headerBytes,
    parse: (input) =>
      verdict(() => decodeFieldSection(Buffer.concat([QPACK_200, input]), LIMITS.headerBytes)),
    pieces: [
      Buffer.of(0xc0),
      Buffer.of(0xd9),
      Buffer.of(0x50, 0),
      Buffer.of(0x20, 0),
      Buffer.of(0x21, 0x61, 0),
      Buffer.of(0x29, 0x1f, 0x83, 0, 0, 0),
      Buffer.of(0xff, 0x24),
      Buffer.of(0x5f, 0x09, 0),
    ],
  },
  'HTTP/2 connection': {
    mostBytes: LIMITS.connectionBytes + READ_BYTES,
    parse: readHttp2,
    pieces: [
      headers(1, 0, headerBlock()),
      headers(1, 0, Buffer.concat(Array<Buffer>(1_000).fill(Buffer.of(0x88)))),
      frame(TYPE.headers, 0, 1, headerBlock()),
      frame(TYPE.continuation, 0, 1),
      frame(TYPE.continuation, FLAG.endHeaders, 1),
      frame(TYPE.data, 0, 1, Buffer.from('x')),
      frame(TYPE.data, 0, 1, Buffer.alloc(16_384)),
      frame(TYPE.data, FLAG.padded, 1, Buffer.of(0, 1)),
      frame(TYPE.data, 0, 1),
      frame(TYPE.ping, 0, 0, Buffer.alloc(8)),
      frame(TYPE.settings, 0, 0, Buffer.concat(Array<Buffer>(2_730).fill(Buffer.of(0xff, 1, 0, 0, 0, 1)))),
      frame(0xfa, 0, 0),
      Buffer.of(0),
    ],
  },
  'HTTP/3 response': {
    mostBytes: LIMITS.connectionBytes,
    parse: readHttp3,
    pieces: [
      Buffer.concat([Buffer.of(1, 3), QPACK_200]),
      Buffer.concat([Buffer.of(1, 0x43, 0xeb), QPACK_200, Buffer.alloc(1_000, 0xd9)]),
      Buffer.of(0, 1, 0x61),
      Buffer.of(0, 0),
      Buffer.concat([Buffer.of(0, 0x80, 0, 0x40, 0), Buffer.alloc(16_384)]),
      Buffer.of(0x21, 0),
      Buffer.of(0x21, 0x80, 0xff, 0xff, 0xff),
      Buffer.of(1, 0),
      Buffer.of(0xc0),
    ],
  },
  ...Object.fromEntries(
    Object.entries({ control: 0, 'QPACK encoder': 2, 'QPACK decoder': 3, unknown: UNKNOWN_STREAM }).map(
      ([kind, type]): [string, Parser] => [
        `HTTP/3 stream, ${kind}`,
        {
          mostBytes: LIMITS.connectionBytes,
          parse: readPeerStreams(type),
          pieces: [
            Buffer.of(4, 0),
            Buffer.of(0x21, 0),
            Buffer.of(7, 1, 0),
            Buffer.of(0x20),
            Buffer.of(0x44),
            Buffer.of(0x7f, 0x80),
            Buffer.of(0xff),
          ],
        },
      ],
    ),
  ),
}

/** Repeats a pattern of pieces up to the limit, behind some that come once: what quadratic parsers choke on. */
function filled(first: Buffer, pattern: Buffer, mostBytes: number): Buffer {
  const rest = Buffer.alloc(Math.max(0, mostBytes - first.length), pattern.length === 0 ? '\0' : pattern)
  return Buffer.concat([first, rest]).subarray(0, mostBytes)
}

const given = (parse: Parser['parse']) => (input: Buffer) => () => parse(input)

for (const [name, { mostBytes, parse, prepare = given(parse), pieces }] of Object.entries(PARSERS)) {
  const buffers = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece))

  const options = { heldOnly: mostBytes >= LIMITS.connectionBytes }

  test(`${name}: no pattern of its pieces, filled up to ${mostBytes} bytes, costs more than 50 ms or 10 MB`, () => {
    const some = fc.array(fc.constantFrom(...buffers), { minLength: 1, maxLength: 5 })
    for (const piece of buffers) {
      const input = filled(Buffer.alloc(0), piece, mostBytes)
      assertCheap(piece.toString('hex', 0, 40), prepare(input), options)
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...buffers), { maxLength: 3 }), some, (first, pattern) => {
        const input = filled(Buffer.concat(first), Buffer.concat(pattern), mostBytes)
        assertCheap(`${input.toString('hex', 0, 60)}…`, prepare(input), options)
      }),
      { numRuns: 8 },
    )
  })

  test(`${name}: any bytes are read without a fault`, () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array))
    const mixed = fc.array(fc.oneof(fc.constantFrom(...buffers), bytes), { maxLength: 20 })
    fc.assert(
      fc.property(mixed, (parts) => parse(Buffer.concat(parts)) !== undefined),
      { numRuns: 200 },
    )
  })
}
