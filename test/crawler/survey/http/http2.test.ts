import assert from 'node:assert/strict'
import http2, { type ServerHttp2Stream } from 'node:http2'
import { after, before, test } from 'node:test'
import tlsModule, { type TLSSocket } from 'node:tls'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import { openHttp2 } from '../../../../crawler/survey/http/http2.ts'
import { SITE_TIMEOUT, type SurveyContext } from '../../../../crawler/survey/operation/context.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { tls } from '../../../../crawler/survey/tls/tls.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import type { Http2Result, OperationRow } from '../../../../model/operation.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { FLAG, frame, headerBlock, headers, settings, TYPE, uint32 } from '../../../servers/h2-frames.ts'
import { serveTls } from '../../../servers/stream.ts'
import { AT_ONCE_MS, endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'

let authority: Authority
let pair: KeyPair

before(async () => {
  authority = await makeAuthority()
  pair = await authority.leaf({ altNames: 'DNS:site.test' })
})
after(() => authority[Symbol.asyncDispose]())

const trusting = (changes: Partial<SurveyContext> = {}) =>
  surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }), ...changes })

interface Asked {
  readonly rows: OperationRow<Http2Result>[]
  readonly row: OperationRow<Http2Result>
  readonly usable: boolean
}

async function askPort(port: number, paths: readonly string[], context: SurveyContext): Promise<Asked> {
  const at = endpoint(port)
  const { socket } = await tcp(at, context)
  assert.ok(socket !== null)
  const secured = await tls(socket, at, ['h2'], context)
  assert.ok(secured.socket !== null, `${secured.row.failure}: ${secured.row.detail}`)
  const rows: OperationRow<Http2Result>[] = []
  let usable: boolean
  {
    await using connection = openHttp2(secured.socket, at, context)
    for (const path of paths) rows.push(await connection.get(path))
    usable = connection.usable
  }
  assert.ok(secured.socket.destroyed, 'the socket is closed when the connection is disposed')
  return { rows, row: rows.at(-1) as OperationRow<Http2Result>, usable }
}

/** GETs `/` of a server that writes its frames by hand: `handle` gets the connection once the request is there. */
async function ask(
  handle: (socket: TLSSocket, reset: () => void) => void,
  context = trusting(),
): Promise<Asked> {
  await using server = await serveTls({ ...pair, ALPNProtocols: ['h2'] }, (socket, reset) => {
    socket.once('data', () => handle(socket, reset))
  })
  return await askPort(server.port, ['/'], context)
}

const write =
  (...frames: (Buffer | string)[]) =>
  (socket: TLSSocket) => {
    for (const each of frames) socket.write(each)
  }
const end =
  (...frames: Buffer[]) =>
  (socket: TLSSocket) =>
    socket.end(Buffer.concat(frames))

const SETTINGS = settings()
const OK = headers(1, 0, headerBlock())
/** `:status` with this value: a literal that names the static table's entry 8 (RFC 7541, 6.2.2). */
const statusBlock = (status: string) =>
  Buffer.concat([Buffer.of(0x08, status.length), Buffer.from(status, 'latin1')])
const data = (text: string, flags = 0) => frame(TYPE.data, flags, 1, Buffer.from(text))

test('a real server is asked for two pages on one connection, and its SETTINGS are named', async () => {
  const requests: http2.IncomingHttpHeaders[] = []
  const server = http2.createSecureServer({
    ...pair,
    settings: { maxConcurrentStreams: 77, initialWindowSize: 1_000_000, enableConnectProtocol: true },
  })
  server.on('stream', (stream: ServerHttp2Stream, asked) => {
    requests.push(asked)
    stream.respond({ ':status': 200, server: 'real', 'set-cookie': 'secret=1', 'alt-svc': 'h3=":443"' })
    stream.end(asked[':path'] === '/robots.txt' ? 'User-agent: *' : 'a'.repeat(100_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { rows, row, usable } = await askPort(port, ['/robots.txt', '/'], trusting())
  server.close()
  assert.deepEqual(
    rows.map(({ failure }) => failure),
    [null, null],
  )
  assert.ok(usable)
  assert.equal(rows[0]?.result?.text, 'User-agent: *')
  const { ttfbMs, settings: named, ...result } = row.result as Http2Result
  assert.deepEqual(result, {
    status: 200,
    headers: { server: 'real', 'alt-svc': 'h3=":443"' },
    bodyBytes: 100_000,
    bodyCapped: false,
  })
  assert.ok(ttfbMs !== null && ttfbMs > 0)
  assert.deepEqual(named, {
    MAX_CONCURRENT_STREAMS: 77,
    INITIAL_WINDOW_SIZE: 1_000_000,
    ENABLE_CONNECT_PROTOCOL: 1,
  })
  const [robots, page] = requests
  assert.equal(page?.[':authority'], `site.test:${port}`)
  assert.equal(page?.['user-agent'], 'towline-test/0 (+https://towline.test/about)')
  assert.deepEqual([robots?.['accept-encoding'], page?.['accept-encoding']], [undefined, 'gzip, br'])
})

test('a body larger than the cap is capped, and the connection stays usable', async () => {
  const server = http2.createSecureServer(pair)
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => {})
    stream.respond()
    stream.end(Buffer.alloc(2_000_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { rows, usable } = await askPort(port, ['/', '/'], trusting())
  server.close()
  for (const { failure, result } of rows) {
    assert.deepEqual([failure, result?.bodyBytes, result?.bodyCapped], [null, LIMITS.bodyBytes, true])
  }
  assert.ok(usable)
})

test('settings that say nothing are empty, and bytes of a header that are not ASCII are escaped', async () => {
  const { row } = await ask(
    write(SETTINGS, headers(1, FLAG.endStream, headerBlock([['server', 'caf\xe9 \xff']]))),
  )
  assert.deepEqual(
    [row.failure, row.result?.settings, row.result?.headers],
    [null, {}, { server: 'caf\\xe9 \\xff' }],
  )
})

test('interim responses are passed over', async () => {
  const interim = frame(
    TYPE.headers,
    FLAG.endHeaders,
    1,
    Buffer.concat([Buffer.of(0x08, 3), Buffer.from('103')]),
  )
  const { row } = await ask(write(SETTINGS, interim, OK, data('hello', FLAG.endStream)))
  assert.deepEqual([row.failure, row.result?.status, row.result?.bodyBytes], [null, 200, 5])
})

test('a GOAWAY that lets our request be answered is no failure, but ends the connection', async () => {
  const { row, usable } = await ask(
    write(SETTINGS, frame(TYPE.goaway, 0, 0, uint32(1, 0)), OK, data('ok', FLAG.endStream)),
  )
  assert.deepEqual([row.failure, row.result?.bodyBytes, usable], [null, 2, false])
})

test('padding, a priority, trailers, frames and settings of extensions are read over', async () => {
  const padded = (type: number, flags: number, ...parts: Buffer[]) =>
    frame(type, flags | FLAG.padded, 1, Buffer.concat([Buffer.of(3), ...parts, Buffer.alloc(3)]))
  const { row, usable } = await ask(
    write(
      settings([0xfa, 1], [3, 7]),
      frame(0xfb, 0xff, 9, Buffer.from('extension')),
      padded(TYPE.headers, FLAG.endHeaders | FLAG.priority, uint32(0), Buffer.of(16), headerBlock()),
      padded(TYPE.data, 0, Buffer.from('hello')),
      headers(1, FLAG.endStream, headerBlock([['x-checksum', '1']]).subarray(1)),
    ),
  )
  assert.deepEqual(
    [row.failure, row.result?.status, row.result?.bodyBytes, usable],
    [null, 200, 5, true],
    `${row.detail}`,
  )
  assert.deepEqual(row.result?.settings, { '0xfa': 1, MAX_CONCURRENT_STREAMS: 7 })
})

test('a PING is answered with its own bytes, SETTINGS with their acknowledgement', async () => {
  const heard: Buffer[] = []
  const wanted = Buffer.concat([
    frame(TYPE.settings, FLAG.ack, 0),
    frame(TYPE.ping, FLAG.ack, 0, Buffer.from('8 octets')),
  ])
  const { row } = await ask((socket) => {
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes)
      if (Buffer.concat(heard).length >= wanted.length) write(OK, data('', FLAG.endStream))(socket)
    })
    write(SETTINGS, frame(TYPE.ping, 0, 0, Buffer.from('8 octets')))(socket)
  })
  assert.equal(row.failure, null)
  assert.deepEqual(Buffer.concat(heard), wanted)
})

test('a server without room for a table is told that ours is empty, with the next request', async () => {
  const server = http2.createSecureServer({ ...pair, settings: { headerTableSize: 0 } })
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 })
    stream.end('page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { rows } = await askPort(port, ['/robots.txt', '/', '/'], trusting())
  server.close()
  assert.deepEqual(
    rows.map(({ failure, result }) => [failure, result?.settings?.HEADER_TABLE_SIZE]),
    Array.from({ length: 3 }, () => [null, 0]),
  )
})

const goaway = (code: number) => frame(TYPE.goaway, 0, 0, uint32(0, code))
const reset = (code: number) => frame(TYPE.reset, 0, 1, uint32(code))
const endlessly = (first: Buffer, repeated: Buffer) => (socket: TLSSocket) => {
  socket.write(first)
  const many = Buffer.concat(Array<Buffer>(500).fill(repeated))
  const more = () => {
    while (socket.writable && socket.write(many));
  }
  socket.on('drain', more)
  more()
}
const slowly = (repeated: Buffer, everyMs: number) => (socket: TLSSocket) => {
  const timer = setInterval(() => socket.write(repeated), everyMs)
  socket.on('close', () => clearInterval(timer))
}
const answer = (name: string, value: string) => headers(1, 0, headerBlock([[name, value]]))
const bigBlock = (fields: number) =>
  headerBlock(Array.from({ length: fields }, (_, i) => [`x-${i}`, 'a'.repeat(16_000)]))
const interim = frame(
  TYPE.headers,
  FLAG.endHeaders,
  1,
  Buffer.concat([Buffer.of(0x08, 3), Buffer.from('103')]),
)

for (const [what, failure, handle, status] of [
  ['answers in HTTP/1.1', 'h2_protocol_error', write('HTTP/1.1 400 Bad Request\r\n\r\n'), null],
  ['sends garbage', 'h2_protocol_error', write(Buffer.alloc(300, 0xab)), null],
  ['sends no SETTINGS first', 'h2_protocol_error', write(OK), null],
  [
    'sends headers that cannot be decoded',
    'h2_protocol_error',
    write(SETTINGS, headers(1, 1, Buffer.alloc(6, 0xff))),
    null,
  ],
  ['says that we broke the protocol', 'h2_protocol_error', end(SETTINGS, goaway(1)), null],
  ['sends GOAWAY at once', 'h2_goaway', end(SETTINGS, goaway(0)), null],
  ['sends GOAWAY and stays', 'h2_goaway', write(SETTINGS, goaway(0)), null],
  ['wants us to calm down', 'h2_goaway', end(SETTINGS, goaway(11)), null],
  ['refuses the stream', 'h2_stream_reset', write(SETTINGS, reset(7)), null],
  ['wants HTTP/1.1 for the stream', 'h2_stream_reset', write(SETTINGS, reset(13)), null],
  ['cancels the stream', 'h2_stream_reset', write(SETTINGS, reset(8)), null],
  ['resets the stream without an error', 'h2_stream_reset', write(SETTINGS, reset(0)), null],
  ['resets the stream within the body', 'h2_stream_reset', write(SETTINGS, OK, data('abc'), reset(2)), 200],
  ['sends SETTINGS endlessly', 'h2_flood', endlessly(SETTINGS, SETTINGS), null],
  [
    'sends one SETTINGS after the other',
    'h2_flood',
    slowly(Buffer.concat(Array<Buffer>(40).fill(SETTINGS)), 10),
    null,
  ],
  ['sends PING endlessly', 'h2_flood', endlessly(SETTINGS, frame(TYPE.ping, 0, 0, Buffer.alloc(8))), null],
  ['sends interim responses endlessly', 'h2_flood', endlessly(SETTINGS, interim), null],
  [
    'sends WINDOW_UPDATE endlessly',
    'h2_flood',
    endlessly(SETTINGS, frame(TYPE.windowUpdate, 0, 0, uint32(1))),
    null,
  ],
  ['sends a megabyte of headers', 'http_header_too_big', write(SETTINGS, headers(1, 1, bigBlock(64))), null],
  ['sends headers of 100 KB', 'http_header_too_big', write(SETTINGS, headers(1, 1, bigBlock(6))), null],
  [
    'sends a header block in endless pieces',
    'http_header_too_big',
    write(
      SETTINGS,
      frame(TYPE.headers, 0, 1, headerBlock()),
      ...Array<Buffer>(100).fill(frame(TYPE.continuation, 0, 1)),
    ),
    null,
  ],
  [
    'sends unknown frames endlessly',
    'h2_flood',
    endlessly(SETTINGS, frame(0xfa, 0, 0, Buffer.alloc(9))),
    null,
  ],
  ['sends empty DATA endlessly', 'h2_flood', endlessly(Buffer.concat([SETTINGS, OK]), data('')), 200],
  [
    'sends padding endlessly',
    'h2_flood',
    endlessly(
      Buffer.concat([SETTINGS, OK]),
      frame(TYPE.data, FLAG.padded, 1, Buffer.concat([Buffer.of(15), Buffer.alloc(16)])),
    ),
    200,
  ],
  [
    'sends a body byte by byte',
    'h2_flood',
    endlessly(Buffer.concat([SETTINGS, OK]), Buffer.concat(Array<Buffer>(1_000).fill(data('x')))),
    200,
  ],
  ['has status 000', 'h2_protocol_error', write(SETTINGS, headers(1, 1, statusBlock('000'))), null],
  ['has status 099', 'h2_protocol_error', write(SETTINGS, headers(1, 1, statusBlock('099'))), null],
  [
    'has a status of four digits',
    'h2_protocol_error',
    write(SETTINGS, headers(1, 1, statusBlock('2000'))),
    null,
  ],
  ['has a status of letters', 'h2_protocol_error', write(SETTINGS, headers(1, 1, statusBlock('OK'))), null],
  ['pushes', 'h2_protocol_error', write(SETTINGS, frame(5, FLAG.endHeaders, 1, uint32(2))), null],
  ['sends a body before its response', 'h2_protocol_error', write(SETTINGS, data('abc')), null],
  [
    'answers on a stream of its own',
    'h2_protocol_error',
    write(SETTINGS, headers(2, 0, headerBlock())),
    null,
  ],
  ['answers what was not asked', 'h2_protocol_error', write(SETTINGS, headers(3, 0, headerBlock())), null],
  [
    'breaks into a header block',
    'h2_protocol_error',
    write(SETTINGS, frame(TYPE.headers, 0, 1, headerBlock()), SETTINGS),
    null,
  ],
  [
    'continues what has not begun',
    'h2_protocol_error',
    write(SETTINGS, frame(TYPE.continuation, 4, 1)),
    null,
  ],
  [
    'sends a frame that is too large',
    'h2_protocol_error',
    write(SETTINGS, frame(TYPE.data, 0, 1, Buffer.alloc(16_385))),
    null,
  ],
  ['sends a short PING', 'h2_protocol_error', write(SETTINGS, frame(TYPE.ping, 0, 0, uint32(0))), null],
  ['sends a header of HTTP/1.1', 'h2_protocol_error', write(SETTINGS, answer('connection', 'close')), null],
  [
    'sends more than its Content-Length',
    'h2_protocol_error',
    write(SETTINGS, answer('content-length', '2'), data('abc')),
    200,
  ],
  [
    'sends less than its Content-Length',
    'h2_protocol_error',
    write(SETTINGS, answer('content-length', '2'), data('a', FLAG.endStream)),
    200,
  ],
  ['closes at once', 'http_empty_reply', end(), null],
  ['closes after its SETTINGS', 'http_empty_reply', end(SETTINGS), null],
  ['resets the connection', 'http_empty_reply', (_, reset) => reset(), null],
  ['closes within the body', 'http_truncated', end(SETTINGS, OK, data('abc')), 200],
  [
    'sends GOAWAY within the body',
    'http_truncated',
    end(SETTINGS, OK, data('abc'), frame(TYPE.goaway, 0, 0, uint32(1, 2))),
    200,
  ],
  ['says no more than its SETTINGS', 'http_timeout', write(SETTINGS), null],
  ['says nothing', 'http_timeout', () => {}, null],
  ['stops within the body', 'http_body_timeout', write(SETTINGS, OK, data('abc')), 200],
] as readonly (readonly [string, FailureCode, Parameters<typeof ask>[0], number | null])[]) {
  test(`a server that ${what} is ${failure}`, async () => {
    const late = { http_timeout: 'httpHeadersMs', http_body_timeout: 'httpBodyMs' } as const
    const timeouts = failure in late ? hurried(late[failure as keyof typeof late]) : hurried()
    const { row, usable } = await ask(handle, trusting({ timeouts }))
    assert.equal(row.failure, failure, `${row.failure}: ${row.detail}`)
    assert.equal(row.result?.status ?? null, status)
    assert.equal(usable, false)
    assert.ok((row.durationMs ?? 0) < AT_ONCE_MS, `${row.durationMs} ms`)
  })
}

test('300 headers within the limit are read', async () => {
  const many = Array.from({ length: 300 }, (_, i) => [`x-${i}`, 'a'] as const)
  const { row } = await ask(
    write(SETTINGS, headers(1, FLAG.endStream, headerBlock([...many, ['server', 'last']]))),
  )
  assert.deepEqual([row.failure, row.result?.headers.server], [null, 'last'])
})

test('SETTINGS are kept also where no response came', async () => {
  const context = trusting({ timeouts: { ...hurried(), httpHeadersMs: 1_500 } })
  const { row } = await ask(write(settings([3, 100])), context)
  assert.deepEqual(
    [row.failure, row.result?.status, row.result?.settings],
    ['http_timeout', null, { MAX_CONCURRENT_STREAMS: 100 }],
  )
})

test("the site's own limit is site_timeout at once and keeps what came; any other abort rejects", async () => {
  const limit = new AbortController()
  const { row } = await ask(
    (socket) => {
      write(SETTINGS, OK, data('abc'), frame(TYPE.ping, 0, 0, Buffer.from('8 octets')))(socket)
      // Its answer tells that all before it has been read.
      let heard = ''
      socket.on('data', (bytes: Buffer) => {
        heard += bytes.toString('latin1')
        if (heard.includes('8 octets')) limit.abort(SITE_TIMEOUT)
      })
    },
    trusting({ signal: limit.signal }),
  )
  assert.deepEqual([row.failure, row.result?.status], ['site_timeout', 200])
  const stop = new AbortController()
  const reason = new Error('stopped')
  const asking = ask(() => stop.abort(reason), trusting({ signal: stop.signal }))
  await assert.rejects(asking, reason)
})

/** A server that answers robots.txt whole, and then sends what `after` says instead of the page, for as long as it is read. */
async function afterRobots(after: Buffer, changes: Partial<SurveyContext> = {}) {
  let sentBytes = 0
  const whole = headers(1, FLAG.endStream, headerBlock())
  await using server = await serveTls({ ...pair, ALPNProtocols: ['h2'] }, (socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([SETTINGS, whole]))
      socket.once('data', () => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write(after)) sentBytes += after.byteLength
        }
        socket.on('drain', pour)
        pour()
      })
    })
  })
  const { rows, usable } = await askPort(server.port, ['/robots.txt', '/'], trusting(changes))
  return { row: rows[1] as OperationRow<Http2Result>, usable, sentBytes }
}

test('frames of a stream that is over count like any other', async () => {
  const kinds = {
    DATA: frame(TYPE.data, 0, 1, Buffer.alloc(16_384)),
    'empty DATA': frame(TYPE.data, 0, 1),
    HEADERS: headers(1, 0, headerBlock()),
    'HEADERS that end the stream again': headers(1, FLAG.endStream, headerBlock()),
  }
  for (const [kind, bytes] of Object.entries(kinds)) {
    const many = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / bytes.byteLength)).fill(bytes))
    const { row, usable, sentBytes } = await afterRobots(many)
    assert.deepEqual([row.failure, usable], ['h2_flood', false], kind)
    // What was sent beyond it stands in buffers of the system.
    assert.ok(sentBytes < LIMITS.connectionBytes + 32 * 2 ** 20, `${kind}: ${sentBytes} bytes`)
  }
})

test('a robots.txt without an end is capped, and what follows its cap counts', async () => {
  const chunk = frame(TYPE.data, 0, 1, Buffer.alloc(16_384, 'Allow: /\n'))
  await using server = await serveTls({ ...pair, ALPNProtocols: ['h2'] }, (socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([SETTINGS, OK]))
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', pour)
      socket.resume()
      pour()
    })
  })
  const { rows, usable } = await askPort(server.port, ['/robots.txt', '/'], trusting())
  assert.deepEqual(
    rows.map(({ failure, result }) => [failure, result?.bodyBytes ?? null, result?.bodyCapped]),
    [
      [null, LIMITS.robotsBytes, true],
      ['h2_flood', null, false],
    ],
  )
  assert.equal(rows[0]?.result?.text?.length, LIMITS.robotsBytes)
  assert.equal(usable, false)
})
