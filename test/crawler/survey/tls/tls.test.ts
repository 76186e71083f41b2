import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { before, test } from 'node:test'
import tlsModule, { type TLSSocket } from 'node:tls'
import { SITE_TIMEOUT, type SurveyContext } from '../../../../crawler/survey/operation/context.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { type TlsOptions, tls } from '../../../../crawler/survey/tls/tls.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import type { Endpoint, TlsResult } from '../../../../model/operation.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { serveStream, serveTls } from '../../../servers/stream.ts'
import { AT_ONCE_MS, endpoint, HURRY_MS, hurried, surveyContext } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'

let authority: Authority
let good: KeyPair

before(async () => {
  authority = makeAuthority()
  good = authority.leaf({
    altNames: 'DNS:site.test, DNS:*.site.test, IP:127.0.0.1',
    subject: { organization: 'Example Org', commonName: 'site.test' },
  })
})

const trusting = (changes: Partial<SurveyContext> = {}) =>
  surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }), ...changes })

async function shake(
  port: number,
  alpn = ['h2', 'http/1.1'],
  at: Partial<Endpoint> = {},
  context = trusting(),
  options?: TlsOptions,
) {
  const connected = await tcp(endpoint(port, at), context)
  assert.ok(connected.socket !== null)
  const shaken = await tls(connected.socket, endpoint(port, at), alpn, context, options)
  if (shaken.socket === null)
    assert.ok(connected.socket.destroyed, 'the connection is closed after a failure')
  return shaken
}

async function against(
  options: Partial<tlsModule.TlsOptions> & KeyPair,
  alpn?: string[],
  at?: Partial<Endpoint>,
) {
  const servernames: (string | false)[] = []
  const said: string[] = []
  await using server = await serveTls(options, (socket: TLSSocket) => {
    servernames.push((socket as TLSSocket & { servername: string | false }).servername)
    socket.on('data', (data) => said.push(data.toString()))
  })
  const { row, socket } = await shake(server.port, alpn, at)
  // The server comes to know of the handshake after the client.
  await until('the server has the handshake', () => socket === null || servernames.length > 0)
  socket?.destroy()
  // Now all that was sent has been read.
  await until('the server has read to the end', () => server.open === 0)
  return { row, socket, servernames, said }
}

test('a good handshake tells version, ALPN, cipher, group and the facts of the certificate', async () => {
  const { row, socket, servernames } = await against({ ...good, ALPNProtocols: ['h2', 'http/1.1'] })
  assert.ok(socket !== null)
  assert.equal(row.failure, null)
  const certificate = new X509Certificate(good.cert)
  const expected: TlsResult = {
    version: 'TLSv1.3',
    alpn: 'h2',
    cipher: 'TLS_AES_256_GCM_SHA384',
    group: 'X25519MLKEM768',
    roundTrips: 1,
    chainBytes: null,
    subject: 'site.test',
    organization: 'Example Org',
    issuer: 'towline test CA',
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    fingerprint256: certificate.fingerprint256,
    altNames: ['site.test', '*.site.test'],
    valid: true,
  }
  assert.deepEqual(row.result, expected)
  assert.deepEqual(servernames, ['site.test'])
})

test('TLS 1.2 and a classic curve are recorded as such', async () => {
  const { row } = await against({ ...good, maxVersion: 'TLSv1.2', ecdhCurve: 'P-256' })
  assert.deepEqual([row.result?.version, row.result?.group], ['TLSv1.2', 'prime256v1'])
  assert.match(row.result?.cipher ?? '', /^TLS_ECDHE_ECDSA_/)
})

test('exactly the protocols asked for are offered, and none chosen is null', async () => {
  const h1 = await against({ ...good, ALPNProtocols: ['h2', 'http/1.1'] }, ['http/1.1'])
  assert.equal(h1.row.result?.alpn, 'http/1.1')
  const none = await against(good)
  assert.deepEqual([none.row.failure, none.row.result?.alpn], [null, null])
})

test('a literal address is checked against the addresses of the certificate, and is not sent as SNI', async () => {
  const { row, servernames } = await against(good, undefined, { host: '127.0.0.1' })
  assert.equal(row.failure, null)
  assert.deepEqual(servernames, [false])
  const other = await against(authority.leaf({ altNames: 'DNS:site.test' }), undefined, {
    host: '127.0.0.1',
  })
  assert.equal(other.row.failure, 'tls_cert_name')
})

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

for (const [what, failure, make] of [
  [
    'has expired',
    'tls_cert_expired',
    () => authority.leaf({ altNames: 'DNS:site.test', notBefore: ago(9), notAfter: ago(2) }),
  ],
  [
    'is not yet valid',
    'tls_cert_expired',
    () => authority.leaf({ altNames: 'DNS:site.test', notBefore: ago(-2) }),
  ],
  ['names another host', 'tls_cert_name', () => authority.leaf({ altNames: 'DNS:other.test' })],
  [
    'names no host but has it as its common name',
    'tls_cert_name',
    () => authority.leaf({ altNames: 'IP:192.0.2.1', subject: { commonName: 'site.test' } }),
  ],
  ['is signed by itself', 'tls_cert_self_signed', () => authority.selfSigned('DNS:site.test')],
  ['is signed by an unknown authority', 'tls_cert_untrusted', otherAuthority],
] as readonly (readonly [string, FailureCode, () => KeyPair])[]) {
  test(`a certificate that ${what} is ${failure}: its facts are kept and nothing is sent`, async () => {
    const pair = make()
    const { row, socket, said } = await against(pair)
    assert.equal(row.failure, failure)
    assert.equal(socket, null)
    assert.equal(row.result?.valid, false)
    assert.equal(row.result?.fingerprint256, new X509Certificate(pair.cert).fingerprint256)
    assert.ok(row.detail !== null && row.detail !== '')
    assert.deepEqual(said, [])
  })
}

function otherAuthority(): KeyPair {
  return makeAuthority().leaf({ altNames: 'DNS:site.test' })
}

test('of a certificate with many names 100 are kept', async () => {
  const altNames = Array.from({ length: 130 }, (_, i) => `DNS:n${i}.test`).join(', ')
  const { row } = await against(
    authority.leaf({ altNames: `${altNames}, DNS:site.test`, subject: { commonName: 'many' } }),
  )
  assert.equal(row.failure, null)
  assert.equal(row.result?.altNames.length, 100)
  assert.equal(row.result?.altNames[99], 'n99.test')
})

test('an alert is tls_alert with its number', async () => {
  const noProtocol = await against({ ...good, ALPNProtocols: ['h3'] })
  assert.equal(noProtocol.row.failure, 'tls_alert')
  assert.match(noProtocol.row.detail ?? '', /alert number 120/)
  const noCipher = await against({ ...good, ciphers: 'ECDHE-RSA-AES128-SHA', maxVersion: 'TLSv1.2' })
  assert.equal(noCipher.row.failure, 'tls_alert')
  assert.match(noCipher.row.detail ?? '', /alert number 40/)
})

test('certificate_required within the handshake is tls_client_cert', async () => {
  await using server = await serveStream((socket) =>
    socket.once('data', () => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, 116))),
  )
  const { row } = await shake(server.port)
  assert.equal(row.failure, 'tls_client_cert')
  assert.match(row.detail ?? '', /alert number 116/)
})

test('every detail of an error is the same from run to run', async () => {
  const once = await against({ ...good, ALPNProtocols: ['h3'] })
  const twice = await against({ ...good, ALPNProtocols: ['h3'] })
  assert.equal(once.row.detail, twice.row.detail)
})

for (const [what, failure, handle] of [
  ['speaks plain HTTP', 'tls_protocol_error', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['sends garbage', 'tls_protocol_error', (socket) => socket.write(Buffer.alloc(300, 0xab))],
  ['closes at once', 'tls_closed', (socket) => socket.end()],
  ['closes after the ClientHello', 'tls_closed', (socket) => socket.once('data', () => socket.end())],
  ['resets', 'tls_closed', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['says nothing', 'tls_timeout', (socket) => socket.resume()],
  ['stops within a record', 'tls_timeout', (socket) => socket.write(Buffer.of(22, 3, 3, 1, 0, 2, 0, 0))],
] as readonly (readonly [string, FailureCode, Parameters<typeof serveStream>[0]])[]) {
  test(`a server that ${what} is ${failure}`, async () => {
    await using server = await serveStream(handle)
    const timeouts = hurried(...(failure === 'tls_timeout' ? (['tlsMs'] as const) : []))
    const { row, socket } = await shake(server.port, ['h2'], {}, trusting({ timeouts }))
    assert.equal(row.failure, failure)
    assert.equal(socket, null)
    assert.equal(row.result, null)
    assert.ok((row.durationMs ?? 0) < AT_ONCE_MS)
    if (failure === 'tls_timeout') assert.ok((row.durationMs ?? 0) >= HURRY_MS - 5)
  })
}

test("the site's own limit is site_timeout at once; any other abort rejects and closes the connection", async () => {
  const limit = new AbortController()
  await using server = await serveStream((socket) => socket.once('data', () => limit.abort(SITE_TIMEOUT)))
  const { row } = await shake(server.port, ['h2'], {}, trusting({ signal: limit.signal }))
  assert.equal(row.failure, 'site_timeout')
  assert.ok((row.durationMs ?? 0) < AT_ONCE_MS)
  const stop = new AbortController()
  const connected = await tcp(endpoint(server.port), surveyContext())
  assert.ok(connected.socket !== null)
  const shaking = tls(connected.socket, endpoint(server.port), ['h2'], surveyContext({ signal: stop.signal }))
  const reason = new Error('stopped')
  stop.abort(reason)
  await assert.rejects(shaking, reason)
  assert.ok(connected.socket.destroyed)
})
