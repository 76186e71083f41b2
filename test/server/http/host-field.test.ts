import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened } from '../../opened.ts'
import { collector } from '../collection/collector.ts'
import { rawSocket } from './raw-socket.ts'

const server = opened(collector)

/** The status of a request with these fields. */
async function statusWith(fields: readonly string[], path = '/api/v1/meta'): Promise<number> {
  using client = await rawSocket(server.address)
  client.socket.write(`GET ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  await client.closed
  return Number(client.received().slice(9, 12))
}

test('a request without one Host field that names a host is refused (RFC 9112, 3.2)', async () => {
  for (const fields of [
    ['Host: a.test', 'Host: b.test'],
    ['Host: a.test', 'Host: a.test'],
    ['Host: a.test', 'X: y', 'hOST: b.test'],
    ['Host:', 'Host: b.test'],
    ['X: y'],
    ['Host: a.test, b.test/'],
    ['Host: a.test/path'],
    ['Host: user@a.test'],
    ['Host: a b'],
    ['Host: a.test:80:80'],
    ['Host: <img src=x>'],
  ])
    assert.equal(await statusWith(fields), 400, fields.join(' | '))
})

test('names and addresses are hosts, with or without port', async () => {
  for (const host of [
    'a.test',
    'a.test:8080',
    '127.0.0.1',
    '[::1]:80',
    'localhost:',
    'xn--bcher-kva.test',
    '',
  ])
    assert.equal(await statusWith([`Host: ${host}`]), 200, host)
})

test('`If-None-Match: *` is 304 where there is an answer, never for 404 (RFC 9110, 13.1.2)', async () => {
  const any = (path: string) => statusWith(['Host: a.test', 'If-None-Match: *'], path)
  assert.equal(await any('/api/v1/surveys'), 304)
  assert.equal(await any('/api/v1/meta'), 304)
  assert.equal(await any('/api/v1/campaigns/99999'), 404)
  assert.equal(await any('/api/v1/sites/nobody.test'), 404)
  assert.equal(await any('/api/v1/surveys?limit=x'), 400)
})
