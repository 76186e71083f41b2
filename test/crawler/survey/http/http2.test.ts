import assert from 'node:assert/strict'
import http2, { type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { test } from 'node:test'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import { SITE_TIMEOUT } from '../../../../crawler/survey/operation/context.ts'
import type { Http2Result } from '../../../../model/operation.ts'
import { FLAG, frame, headerBlock, headers, settings, TYPE, uint32 } from '../../../servers/h2-frames.ts'
import { hurried } from '../../../servers/survey-context.ts'
import { ask, askPort, data, OK, pair, SETTINGS, trusting, write } from './ask-http2.ts'

test('a real server is asked for two pages on one connection, and its SETTINGS are named', async () => {
  const requests: http2.IncomingHttpHeaders[] = []
  const server = http2.createSecureServer({
    ...pair(),
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
    tickets: { count: 2, lifetimeS: 7_200, maxEarlyDataBytes: 0 },
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

test('an ALTSVC frame, for the origin or on the stream, is no claim of HTTP/3', async () => {
  const server = http2.createSecureServer(pair())
  server.on('stream', (stream: ServerHttp2Stream) => {
    const session = stream.session as ServerHttp2Session
    session.altsvc('h3=":443"', 'https://site.test')
    session.altsvc('h3=":443"', stream.id ?? 1)
    stream.respond({ ':status': 200 })
    stream.end('page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { row } = await askPort(port, ['/'], trusting())
  server.close()
  assert.deepEqual([row.failure, row.result?.status, row.result?.headers['alt-svc']], [null, 200, undefined])
})

test('a body larger than the cap is capped, and the connection stays usable', async () => {
  const server = http2.createSecureServer(pair())
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

test('interim responses are noted, each status once, and passed over', async () => {
  const interim = frame(
    TYPE.headers,
    FLAG.endHeaders,
    1,
    Buffer.concat([Buffer.of(0x08, 3), Buffer.from('103')]),
  )
  const { row } = await ask(write(SETTINGS, interim, interim, OK, data('hello', FLAG.endStream)))
  assert.deepEqual([row.failure, row.result?.status, row.result?.bodyBytes], [null, 200, 5])
  assert.deepEqual(row.result?.interim, [103])
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

test('a server without room for a table learns that ours is empty, with the next request', async () => {
  const server = http2.createSecureServer({ ...pair(), settings: { headerTableSize: 0 } })
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
