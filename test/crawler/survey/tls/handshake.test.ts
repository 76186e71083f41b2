import assert from 'node:assert/strict'
import { constants, X509Certificate } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { before, test } from 'node:test'
import tlsModule, { type TLSSocket } from 'node:tls'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { ticketsSeen } from '../../../../crawler/survey/tls/session-tickets.ts'
import { type TlsOptions, tls } from '../../../../crawler/survey/tls/tls.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { serveStream, serveTls } from '../../../servers/stream.ts'
import { endpoint, surveyContext } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'

let authority: Authority
let good: KeyPair

before(() => {
  authority = makeAuthority()
  good = authority.leaf({ altNames: 'DNS:site.test' })
})

async function shake(port: number, options?: TlsOptions) {
  const context = surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }) })
  const connected = await tcp(endpoint(port), context)
  assert.ok(connected.socket !== null)
  return tls(connected.socket, endpoint(port), ['http/1.1'], context, options)
}

const CLIENT_HELLO = 1
const HANDSHAKE = 22
const RECORD_HEAD_BYTES = 5

/** Counts the ClientHellos among TLS records, which are all in clear text (RFC 8446, 5.1). */
function countHellos(sent: Buffer): number {
  let hellos = 0
  for (let at = 0; at + RECORD_HEAD_BYTES < sent.length; at += RECORD_HEAD_BYTES + sent.readUInt16BE(at + 3))
    if (sent[at] === HANDSHAKE && sent[at + RECORD_HEAD_BYTES] === CLIENT_HELLO) hellos += 1
  return hellos
}

for (const [group, name] of [
  ['X25519MLKEM768', 'X25519MLKEM768'],
  ['X25519', 'X25519'],
  ['P-256', 'prime256v1'],
  ['P-384', 'secp384r1'],
] as const) {
  test(`a server of ${group} alone costs as many round trips as ClientHellos were sent`, async () => {
    const sent: Buffer[] = []
    await using server = await serveTls({ ...good, ecdhCurve: group }, () => {})
    await using relay = await serveStream((client: Socket) => {
      const upstream = connect(server.port, '127.0.0.1')
      client.on('data', (bytes: Buffer) => sent.push(bytes))
      client.on('error', () => upstream.destroy()).pipe(upstream)
      upstream.on('error', () => client.destroy()).pipe(client)
    })
    const { row, socket } = await shake(relay.port)
    socket?.destroy()
    assert.equal(row.result?.group, name)
    assert.equal(row.result?.roundTrips, countHellos(Buffer.concat(sent)))
  })
}

test('a handshake of TLS 1.2 takes two round trips', async () => {
  await using server = await serveTls({ ...good, maxVersion: 'TLSv1.2' }, () => {})
  const { row, socket } = await shake(server.port)
  socket?.destroy()
  assert.equal(row.result?.roundTrips, 2)
})

test('the certificates are counted as they are sent, needed or not, and only where that is asked for', async () => {
  const others = [authority.ca, authority.leaf({ altNames: 'DNS:other.test' }).cert, authority.ca]
  const chain = { key: good.key, cert: Buffer.concat([good.cert, ...others]) }
  const bytes = [good.cert, ...others].map((pem) => new X509Certificate(pem).raw.length)
  await using server = await serveTls(chain, () => {})
  const counted = await shake(server.port, { countsChain: true })
  counted.socket?.destroy()
  assert.equal(
    counted.row.result?.chainBytes,
    bytes.reduce((sum, each) => sum + each),
  )
  const uncounted = await shake(server.port)
  uncounted.socket?.destroy()
  assert.equal(uncounted.row.result?.chainBytes, null)
})

for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
  test(`tickets of ${maxVersion} are counted, with their lifetime`, async () => {
    await using server = await serveTls({ ...good, maxVersion, sessionTimeout: 4_321 }, (socket: TLSSocket) =>
      socket.end('x'),
    )
    const { socket } = await shake(server.port)
    assert.ok(socket !== null)
    await until('the server has said all', () => socket.resume().readableEnded)
    assert.deepEqual(ticketsSeen(socket), {
      count: maxVersion === 'TLSv1.3' ? 2 : 1,
      lifetimeS: 4_321,
      maxEarlyDataBytes: 0,
    })
  })
}

test('a session of TLS 1.2 by its id alone is no ticket', async () => {
  const secureOptions = constants.SSL_OP_NO_TICKET
  await using server = await serveTls(
    { ...good, maxVersion: 'TLSv1.2', secureOptions },
    (socket: TLSSocket) => socket.end('x'),
  )
  const { socket } = await shake(server.port)
  assert.ok(socket !== null)
  await until('the server has said all', () => socket.resume().readableEnded)
  assert.equal(ticketsSeen(socket)?.count, 0)
})

test('in clear text nothing is known of tickets', async () => {
  await using server = await serveStream((socket) => socket.end())
  const { socket } = await tcp(endpoint(server.port), surveyContext())
  assert.ok(socket !== null)
  assert.equal(ticketsSeen(socket), null)
  socket.destroy()
})
