import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened } from '../../opened.ts'
import { collector } from '../collection/collector.ts'
import { rawSocket } from './raw-socket.ts'

const server = opened(collector)

/** The status line and the rest of the answer to a request line. */
async function answerTo(line: string): Promise<{ readonly status: number; readonly text: string }> {
  using client = await rawSocket(server.address)
  client.socket.write(`${line} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`)
  await client.closed
  const text = client.received()
  return { status: Number(text.slice(9, 12)), text }
}

test('a target that is no path is refused', async () => {
  for (const line of [
    ...['GET *', 'POST *', 'DELETE *', 'GET ftp://a.test/', 'GET http://', 'GET http://[::', 'GET mailto:a'],
    ...['OPTIONS a.test:443', 'GET a.test:443', 'GET foo', 'GET ?x', 'GET \\\\a.test', 'FOO /'],
  ])
    assert.equal((await answerTo(line)).status, 400, line)
  for (const line of ['CONNECT a.test:443', 'CONNECT *', 'CONNECT /']) {
    const { status } = await answerTo(line)
    assert.ok(status === 400 || status === 405, `${line}: ${status}`)
  }
})

test('a target as an absolute URL is its path (RFC 9112, 3.2.2), whatever its authority', async () => {
  for (const line of ['GET http://a.test/api/v1/meta', 'GET HTTPS://evil.test:1/api/v1/meta?'])
    assert.equal((await answerTo(line)).status, 200, line)
  assert.equal((await answerTo('GET http://a.test/api/v1/nothing')).status, 404)
  assert.equal((await answerTo('GET http://a.test')).status, 200)
})

test('OPTIONS of the whole server is answered (RFC 9110, 9.3.7)', async () => {
  const { status, text } = await answerTo('OPTIONS *')
  assert.equal(status, 204)
  assert.match(text, /\r\nAllow: GET, HEAD, POST, DELETE, OPTIONS\r\n/)
})

test('odd paths are no fault', async () => {
  for (const path of [
    '//evil.test/x',
    '/%',
    '/%ff',
    '/%00',
    '/..%2f..%2f',
    '/.',
    '/;',
    '/?',
    '/#',
    '/http://a/',
  ])
    assert.ok((await answerTo(`GET ${path}`)).status < 500, path)
})
