import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import tlsModule from 'node:tls'
import { openHttp1 } from '../../../../crawler/survey/http/http1.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { tls } from '../../../../crawler/survey/tls/tls.ts'
import { makeAuthority } from '../../../servers/certificates.ts'
import { serveTls } from '../../../servers/stream.ts'
import { endpoint, surveyContext } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'

test('over TLS it is the same: an answer, an empty reply, a truncated one and an alert that comes late', async () => {
  const authority = makeAuthority()
  const pair = authority.leaf({ altNames: 'DNS:site.test' })
  const context = surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }) })
  const over = async (handle: (socket: Socket) => void, options: tlsModule.TlsOptions = {}) => {
    await using server = await serveTls({ ...options, ...pair }, (socket) => {
      socket.once('data', () => handle(socket))
    })
    const target = endpoint(server.port)
    const { socket } = await tcp(target, context)
    assert.ok(socket !== null)
    const secured = await tls(socket, target, ['http/1.1'], context)
    assert.ok(secured.socket !== null)
    await using connection = openHttp1(secured.socket, target, context)
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
  const authority = makeAuthority()
  const pair = authority.leaf({ altNames: 'DNS:site.test' })
  const context = surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }) })
  await using server = await serveTls({ ...pair, requestCert: true, ca: authority.ca }, () => {})
  for (const isLate of [false, true]) {
    const target = endpoint(server.port)
    const { socket } = await tcp(target, context)
    assert.ok(socket !== null)
    const { socket: secured } = await tls(socket, target, ['http/1.1'], context)
    assert.ok(secured !== null)
    if (isLate) await until('the alert has come', () => secured.destroyed)
    await using connection = openHttp1(secured, target, context)
    const { failure, detail } = await connection.get('/')
    assert.equal(failure, 'tls_client_cert', detail ?? '')
  }
})
