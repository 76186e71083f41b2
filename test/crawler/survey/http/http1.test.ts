import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import { SITE_TIMEOUT } from '../../../../crawler/survey/operation/context.ts'
import type { HttpResult } from '../../../../model/operation.ts'
import { surveyContext } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'
import { ask, drip, end, write } from './ask-http1.ts'

test('a response is a row with status, kept headers, body size and time to first byte', async () => {
  const { row, usable } = await ask(
    write(
      'HTTP/1.1 404 Not Found\r\nServer: nginx\r\nSet-Cookie: secret=1\r\nContent-Length: 5\r\n\r\nhello',
    ),
  )
  assert.equal(row.failure, null)
  const { ttfbMs, ...result } = row.result as HttpResult
  assert.deepEqual(result, {
    status: 404,
    headers: { server: 'nginx', 'content-length': '5' },
    bodyBytes: 5,
    bodyCapped: false,
  })
  assert.ok(ttfbMs !== null && ttfbMs > 0 && ttfbMs <= (row.durationMs ?? 0))
  assert.deepEqual([row.operation, row.path, row.scheme, row.connection], ['http1', '/', 'http', 0])
  assert.ok(usable)
})

test('a request names the host with its port, our user agent and the encodings we count', async () => {
  const { requests, rows } = await ask(write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), [
    '/',
    '/robots.txt',
  ])
  const lines = (requests[0] ?? '').split('\r\n')
  assert.equal(lines[0], 'GET / HTTP/1.1')
  assert.ok(lines.some((line) => /^host: site\.test:\d+$/.test(line)))
  assert.ok(lines.includes('user-agent: towline-test/0 (+https://towline.test/about)'))
  assert.ok(lines.includes('accept-encoding: gzip, br'))
  assert.match(requests[1] ?? '', /^GET \/robots\.txt HTTP\/1\.1\r\n/)
  assert.doesNotMatch(requests[1] ?? '', /accept-encoding/i)
  assert.deepEqual(
    rows.map(({ failure }) => failure),
    [null, null],
  )
})

test('robots.txt is kept as text and shares the connection with the page', async () => {
  const { rows } = await ask(
    (socket, request) => {
      const body = request.startsWith('GET /robots.txt') ? 'User-agent: *\nDisallow: /ä' : 'page'
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    },
    ['/robots.txt', '/'],
  )
  assert.deepEqual(
    rows.map(({ failure }) => failure),
    [null, null],
  )
  assert.equal(rows[0]?.result?.text, 'User-agent: *\nDisallow: /ä')
  assert.ok(rows[1]?.result !== null && !('text' in (rows[1]?.result ?? {})))
  assert.equal(rows[0]?.connection, rows[1]?.connection)
})

test('robots.txt has the larger cap of RFC 9309', async () => {
  const size = LIMITS.robotsBytes + 1000
  const { row } = await ask(write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size)}`), [
    '/robots.txt',
  ])
  assert.equal(row.failure, null)
  assert.equal(row.result?.text?.length, LIMITS.robotsBytes)
  assert.deepEqual([row.result?.bodyBytes, row.result?.bodyCapped], [LIMITS.robotsBytes, true])
})

test('chunked bodies are counted without their framing', async () => {
  const { row, usable } = await ask(
    write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n'),
  )
  assert.deepEqual([row.failure, row.result?.bodyBytes, usable], [null, 11, true])
})

test('a compressed body is counted as it comes and never unpacked', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(16 * 1024 * 1024))
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: ${bomb.byteLength}\r\n\r\n`
  const { row } = await ask((socket) => socket.write(Buffer.concat([Buffer.from(head), bomb])))
  assert.deepEqual(
    [row.failure, row.result?.bodyBytes, row.result?.bodyCapped],
    [null, bomb.byteLength, false],
  )
})

test('a body of exactly the cap is whole, one byte more is capped and ends the connection', async () => {
  const body = (size: number) =>
    write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size)}`)
  const whole = await ask(body(LIMITS.bodyBytes))
  assert.deepEqual([whole.row.failure, whole.row.result?.bodyCapped, whole.usable], [null, false, true])
  const more = await ask(body(LIMITS.bodyBytes + 1))
  assert.deepEqual([more.row.failure, more.row.result?.bodyCapped, more.usable], [null, true, false])
  assert.equal(more.row.result?.bodyBytes, LIMITS.bodyBytes)
})

test('an endless body is capped, and that is a success', async () => {
  const { row } = await ask((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = () => {
      while (socket.writable && socket.write(Buffer.alloc(16_384)));
    }
    socket.on('drain', more)
    more()
  })
  assert.deepEqual(
    [row.failure, row.result?.bodyBytes, row.result?.bodyCapped],
    [null, LIMITS.bodyBytes, true],
  )
})

test('bodies that the end of the connection ends are whole, also of HTTP/1.0', async () => {
  for (const version of ['1.0', '1.1']) {
    const { row, usable } = await ask(end(`HTTP/${version} 200 OK\r\n\r\nhello`))
    assert.deepEqual([row.failure, row.result?.bodyBytes, usable], [null, 5, false])
  }
})

test('Connection: close makes the connection unusable, and a further request is http_empty_reply', async () => {
  const { rows, requests } = await ask(
    write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'),
    ['/', '/'],
  )
  assert.deepEqual(
    rows.map(({ failure }) => failure),
    [null, 'http_empty_reply'],
  )
  assert.equal(requests.length, 1)
})

test('interim responses are noted and passed over', async () => {
  const { row } = await ask(
    write(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    ),
  )
  assert.deepEqual([row.failure, row.result?.status, row.result?.interim], [null, 204, [103, 100]])
})

test('bytes of a header that are not ASCII are escaped', async () => {
  const { row } = await ask(write('HTTP/1.1 200 OK\r\nServer: caf\xe9 \xff\r\nContent-Length: 0\r\n\r\n'))
  assert.equal(row.result?.headers.server, 'caf\\xe9 \\xff')
})

for (const [what, text, notes] of [
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', ['bare_lf']],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok', ['space_before_colon']],
  ['http in lower case', 'http/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', ['status_line_case']],
  [
    'its length twice',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok',
    ['content_length_repeated'],
  ],
  ['more bytes than it announces', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more', undefined],
] as const) {
  test(`a response with ${what} counts, as browsers show it`, async () => {
    const { row } = await ask(write(text))
    assert.deepEqual([row.failure, row.result?.status, row.result?.bodyBytes], [null, 200, 2])
    assert.deepEqual(row.result?.notes, notes)
  })
}

test('5,000 headers within the limit are read', async () => {
  const { row } = await ask(
    write(`HTTP/1.1 200 OK\r\n${'X: a\r\n'.repeat(5_000)}Server: last\r\nContent-Length: 0\r\n\r\n`),
  )
  assert.deepEqual([row.failure, row.result?.headers.server], [null, 'last'])
})

test("the site's own limit is site_timeout at once and keeps what came; any other abort rejects", async () => {
  const limit = new AbortController()
  const { row } = await ask(drip, ['/'], surveyContext({ signal: limit.signal }), async (socket) => {
    await until('the head has come', () => socket.bytesRead > 0)
    limit.abort(SITE_TIMEOUT)
  })
  assert.deepEqual([row.failure, row.result?.status], ['site_timeout', 200])
  const stop = new AbortController()
  const reason = new Error('stopped')
  setTimeout(() => stop.abort(reason), 30)
  await assert.rejects(
    ask(() => {}, ['/'], surveyContext({ signal: stop.signal })),
    reason,
  )
})

test('a status above 599 is recorded as it was sent (RFC 9110, 15)', async () => {
  const { row } = await ask(end('HTTP/1.1 999 Request denied\r\nContent-Length: 0\r\n\r\n'))
  assert.deepEqual([row.failure, row.result?.status], [null, 999])
})
