import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { LARGEST_BODY } from '../../../server/contract/contract.ts'
import { opened } from '../../opened.ts'
import { type Collector, collector, failureOf } from './collector.ts'
import { record } from './records.ts'

const server = opened(collector)

/** Sends bytes as they are; resolves to all that comes back until the server closes. */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(Buffer.from(text, 'latin1'))
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece.toString('latin1')
  })
  socket.on('error', () => {
    // Cut off: what had come is the answer.
  })
  // Not `once`, which rejects with the error.
  await new Promise((resolve) => socket.on('close', resolve))
  return answer
}

const HEAD =
  'POST /api/v1/contributions HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Type: application/json\r\n'

test('anything but plain JSON in UTF-8 is 415', async () => {
  for (const type of [
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ],
    ...[
      'application/json; charset=utf-7',
      'application/json;charset=utf-16',
      'application/json; charset="latin1"',
    ],
    ...['application/json, text/plain', 'application/json; x=y', ''],
  ]) {
    const { status, error } = await failureOf(await server.post(record(), { 'content-type': type }))
    assert.deepEqual([status, error], [415, 'unsupported_type'], type)
  }
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])
    assert.equal((await server.post(record(), { 'content-type': type })).status, 201, type)
})

test('a compressed body is 415, whatever it is compressed with', async () => {
  const body = JSON.stringify(record())
  const packed = { gzip: gzipSync(body), br: brotliCompressSync(body), zstd: zstdCompressSync(body) }
  for (const [encoding, bytes] of Object.entries(packed)) {
    const response = await server.post(new Uint8Array(bytes), { 'content-encoding': encoding })
    assert.deepEqual((await failureOf(response)).status, 415, encoding)
  }
})

test('a body over 16 kB is 413, whether its head says so or not', async () => {
  const fits = `${JSON.stringify(record())}${' '.repeat(LARGEST_BODY)}`.slice(0, LARGEST_BODY)
  assert.equal((await server.post(fits)).status, 201)
  const { status, error } = await failureOf(await server.post(`${fits} `))
  assert.deepEqual([status, error], [413, 'too_large'])
  const pieces = `${(LARGEST_BODY + 1).toString(16)}\r\n${fits} \r\n0\r\n\r\n`
  assert.match(await raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${pieces}`), /^HTTP\/1\.1 413 /)
})

test('a body that is no JSON object is 400', async () => {
  for (const body of [
    '',
    '{',
    '"text"',
    'null',
    '1',
    '{"v":1e999}',
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
    '{"v":NaN}',
  ])
    assert.equal((await failureOf(await server.post(body))).status, 400, body.slice(0, 20))
})

test('bytes that are no UTF-8 are refused wherever they stand', async () => {
  const text = JSON.stringify(record())
  for (const [from, to] of [
    ['"wifi"', '"wi\xfffi"'],
    ['"sandbox"', '"sand\xc0\xafbox"'],
    ['"major"', '"ma\xedjor"'],
  ] as const) {
    const bytes = Buffer.from(text.replace(from, to), 'latin1')
    assert.notEqual(bytes.toString('latin1'), text)
    assert.equal((await server.post(new Uint8Array(bytes))).status, 400)
  }
})

test('a body that reaches for prototypes is refused, and reaches none', async () => {
  const good = JSON.stringify(record()).slice(0, -1)
  for (const more of [
    '"__proto__":{"polluted":1}',
    '"constructor":{"prototype":{"polluted":1}}',
    '"t":{"__proto__":{"polluted":1}}',
    '"prototype":{"polluted":1}',
  ])
    assert.equal((await server.post(`${good},${more}}`)).status, 400, more)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('minus zero is zero', async () => {
  const sent = record()
  const minus = JSON.stringify(sent).replace('"dns":12', '"dns":-0')
  assert.equal((await server.post(minus)).status, 201)
  assert.equal((await server.post(minus.replace('-0', '0'))).status, 201, 'it is the same record')
})

test('every origin may send and delete, without credentials', async () => {
  for (const origin of [
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://6a2d-11',
    'null',
  ]) {
    const preflight = await fetch(server.url, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'DELETE',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    assert.equal(preflight.status, 204)
    const told = (name: string): string | null => preflight.headers.get(name)
    assert.equal(told('access-control-allow-origin'), '*')
    assert.equal(told('access-control-allow-methods'), 'POST,DELETE')
    assert.equal(told('access-control-allow-headers'), 'content-type,authorization')
    assert.equal(told('access-control-max-age'), '600')
    assert.equal(told('access-control-allow-credentials'), null)
    for (const sent of [record(), {}]) {
      const response = await server.post(sent, { Origin: origin })
      assert.equal(response.headers.get('access-control-allow-origin'), '*', 'errors can be read as well')
      assert.equal(response.headers.get('access-control-expose-headers'), 'retry-after')
      assert.equal(response.headers.get('set-cookie'), null)
    }
  }
})

test('only POST and DELETE do something', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH']) {
    const response = await fetch(server.url, { method })
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'POST, DELETE, OPTIONS')
  }
})

test('a deletion of nothing, of too many or of no pseudonyms is 400', async () => {
  const { cid } = record()
  for (const cids of [[], Array.from({ length: 301 }, () => cid), ['x'], [`${cid} OR 1=1`]])
    assert.equal((await server.remove(cids)).status, 400)
  assert.equal((await server.remove(Array.from({ length: 300 }, () => cid))).status, 204)
})

test('what would be two requests to a proxy and one to us, or the other way round, is refused', async () => {
  const body = JSON.stringify(record())
  const rows = await server.rows()
  const length = `Content-Length: ${body.length}\r\n`
  for (const head of [
    `${length}Transfer-Encoding: chunked\r\n`,
    `Transfer-Encoding: chunked\r\n${length}`,
    `${length}Content-Length: 3\r\n`,
    `Content-Length: +${body.length}\r\n`,
    'Transfer-Encoding: chunked, identity\r\n',
    `Content-Length : ${body.length}\r\n`,
    `X: a\0b\r\n${length}`,
    `X: ${'a'.repeat(1_000_000)}\r\n${length}`,
  ]) {
    const answer = await raw(`${HEAD}${head}\r\n${body}`)
    assert.match(answer, /^HTTP\/1\.1 4\d\d |^$/, head.slice(0, 40))
    assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length ?? 0, answer === '' ? 0 : 1)
  }
  assert.equal(await server.rows(), rows)
  assert.match(
    await raw(`${HEAD}${length}\r\n${body}`),
    /^HTTP\/1\.1 201 /,
    'the same with nothing wrong is taken',
  )
})

test('a browser is reported to insist on TLS where a proxy in front of us speaks it, and only there', async () => {
  await using behind = await collector({ proxies: 1 })
  const hstsOf = async (
    server: Collector,
    headers: Readonly<Record<string, string>>,
  ): Promise<string | null> => (await server.post(record(), headers)).headers.get('strict-transport-security')
  assert.equal(await hstsOf(behind, { 'X-Forwarded-Proto': 'https' }), 'max-age=31536000')
  assert.equal(await hstsOf(behind, {}), null)
  assert.equal(await hstsOf(server, { 'X-Forwarded-Proto': 'https' }), null)
})
