import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import tlsModule from 'node:tls'
import { brotliCompressSync } from 'node:zlib'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import { openHttp1 } from '../../../../crawler/survey/http/http1.ts'
import { SITE_TIMEOUT, type SurveyContext } from '../../../../crawler/survey/operation/context.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { tls } from '../../../../crawler/survey/tls/tls.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import type { HttpResult, OperationRow } from '../../../../model/operation.ts'
import { makeAuthority } from '../../../servers/certificates.ts'
import { serveStream, serveTls } from '../../../servers/stream.ts'
import { AT_ONCE_MS, endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'

type Handle = (socket: Socket, request: string) => void

interface Asked {
  readonly rows: OperationRow<HttpResult>[]
  readonly row: OperationRow<HttpResult>
  readonly requests: string[]
  readonly usable: boolean
}

/** GETs the paths one after another on one connection to a server that does what `handle` says with each request. */
async function ask(
  handle: Handle,
  paths = ['/'],
  context: SurveyContext = surveyContext(),
  connected: (socket: Socket) => void = () => {},
): Promise<Asked> {
  const requests: string[] = []
  await using server = await serveStream((socket) => {
    socket.on('data', (data) => {
      requests.push(data.toString('latin1'))
      handle(socket, data.toString('latin1'))
    })
  })
  const at = endpoint(server.port, { scheme: 'http' })
  const { socket } = await tcp(at, context)
  assert.ok(socket !== null)
  connected(socket)
  const rows: OperationRow<HttpResult>[] = []
  let usable: boolean
  {
    await using connection = openHttp1(socket, at, context)
    for (const path of paths) rows.push(await connection.get(path))
    usable = connection.usable
  }
  assert.ok(socket.destroyed, 'the socket is closed when the connection is disposed')
  return { rows, row: rows.at(-1) as OperationRow<HttpResult>, requests, usable }
}

const write =
  (text: string): Handle =>
  (socket) =>
    socket.write(text, 'latin1')
const end =
  (text: string): Handle =>
  (socket) =>
    socket.end(text, 'latin1')

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

test('interim responses are passed over', async () => {
  const { row } = await ask(
    write(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    ),
  )
  assert.deepEqual([row.failure, row.result?.status], [null, 204])
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

const drip: Handle = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n')
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}
const dripHeaders: Handle = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}
const interimForever: Handle = (socket) => {
  const more = () => {
    while (socket.writable && socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)));
  }
  socket.on('drain', more)
  more()
}
const resetWithin: Handle = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello')
  setTimeout(() => socket.resetAndDestroy(), 30)
}

for (const [what, failure, handle, status] of [
  ['says nothing', 'http_timeout', () => {}, null],
  ['sends its headers byte by byte', 'http_timeout', dripHeaders, null],
  ['closes without a word', 'http_empty_reply', end(''), null],
  ['resets without a word', 'http_empty_reply', (socket) => socket.resetAndDestroy(), null],
  ['closes within the headers', 'http_truncated', end('HTTP/1.1 200 OK\r\nServer: x'), null],
  [
    'closes before Content-Length',
    'http_truncated',
    end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello'),
    200,
  ],
  [
    'closes within the chunks',
    'http_truncated',
    end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    200,
  ],
  ['resets within the body', 'http_truncated', resetWithin, 200],
  [
    'stops within the body',
    'http_body_timeout',
    write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello'),
    200,
  ],
  ['sends its body byte by byte', 'http_body_timeout', drip, 200],
  ['has status 000', 'http_protocol_error', end('HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n'), null],
  ['has status 099', 'http_protocol_error', end('HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n'), null],
  ['has a status of four digits', 'http_protocol_error', end('HTTP/1.1 2000 OK\r\n\r\n'), null],
  ['speaks another protocol', 'http_protocol_error', write('SSH-2.0-OpenSSH_9.2\r\n'), null],
  [
    'sends two lengths that differ',
    'http_protocol_error',
    write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
    null,
  ],
  ['sends status 000', 'http_protocol_error', write('HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n'), null],
  [
    'sends chunk extensions without end',
    'http_protocol_error',
    write(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`1;${'x'.repeat(16_000)}\r\na\r\n`.repeat(9)}`,
    ),
    200,
  ],
  [
    'sends a bad chunk',
    'http_protocol_error',
    write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    200,
  ],
  [
    'switches protocols',
    'http_protocol_error',
    write('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    null,
  ],
  ['sends interim responses forever', 'http_protocol_error', interimForever, null],
  [
    'sends large interim responses, one after the other',
    'http_header_too_big',
    write(`HTTP/1.1 103 Early Hints\r\nLink: </${'a'.repeat(30_000)}>\r\n\r\n`.repeat(3)),
    null,
  ],
  [
    'sends a megabyte of headers',
    'http_header_too_big',
    write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1e6)}\r\n\r\n`),
    null,
  ],
  [
    'sends many small headers',
    'http_header_too_big',
    write(`HTTP/1.1 200 OK\r\n${'X: a\r\n'.repeat(60_000)}\r\n`),
    null,
  ],
] as readonly (readonly [string, FailureCode, Handle, number | null])[]) {
  test(`a server that ${what} is ${failure}, with what came before it`, async () => {
    const late = { http_timeout: 'httpHeadersMs', http_body_timeout: 'httpBodyMs' } as const
    const timeouts = failure in late ? hurried(late[failure as keyof typeof late]) : hurried()
    const { row, usable } = await ask(handle, ['/'], surveyContext({ timeouts }))
    assert.equal(row.failure, failure)
    assert.equal(row.result?.status ?? null, status)
    assert.equal(usable, false)
    assert.ok((row.durationMs ?? 0) < AT_ONCE_MS, `${row.durationMs} ms`)
  })
}

test('5,000 headers within the limit are read', async () => {
  const { row } = await ask(
    write(`HTTP/1.1 200 OK\r\n${'X: a\r\n'.repeat(5_000)}Server: last\r\nContent-Length: 0\r\n\r\n`),
  )
  assert.deepEqual([row.failure, row.result?.headers.server], [null, 'last'])
})

test('over TLS it is the same: an answer, an empty reply, a truncated one and an alert that comes late', async () => {
  await using authority = await makeAuthority()
  const pair = await authority.leaf({ altNames: 'DNS:site.test' })
  const context = surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }) })
  const over = async (handle: (socket: Socket) => void, options: tlsModule.TlsOptions = {}) => {
    await using server = await serveTls({ ...options, ...pair }, (socket) => {
      socket.once('data', () => handle(socket))
    })
    const at = endpoint(server.port)
    const { socket } = await tcp(at, context)
    assert.ok(socket !== null)
    const secured = await tls(socket, at, ['http/1.1'], context)
    assert.ok(secured.socket !== null)
    await using connection = openHttp1(secured.socket, at, context)
    const { failure, result } = await connection.get('/')
    return [failure, result?.status ?? null]
  }
  assert.deepEqual(await over((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nok')), [null, 200])
  assert.deepEqual(await over((socket) => socket.end()), ['http_empty_reply', null])
  assert.deepEqual(await over((socket) => socket.end('HTTP/1.1 200')), ['http_truncated', null])
  assert.deepEqual(await over((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok')), [
    'http_truncated',
    200,
  ])
  assert.deepEqual(await over(() => {}, { requestCert: true, ca: authority.ca }), ['tls_client_cert', null])
})

test('a demand for a client certificate is tls_client_cert, also where it came before the request', async () => {
  await using authority = await makeAuthority()
  const pair = await authority.leaf({ altNames: 'DNS:site.test' })
  const context = surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }) })
  await using server = await serveTls({ ...pair, requestCert: true, ca: authority.ca }, () => {})
  for (const isLate of [false, true]) {
    const at = endpoint(server.port)
    const { socket } = await tcp(at, context)
    assert.ok(socket !== null)
    const { socket: secured } = await tls(socket, at, ['http/1.1'], context)
    assert.ok(secured !== null)
    if (isLate) await until('the alert has come', () => secured.destroyed)
    await using connection = openHttp1(secured, at, context)
    const { failure, detail } = await connection.get('/')
    assert.equal(failure, 'tls_client_cert', detail ?? '')
  }
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
