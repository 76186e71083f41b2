import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import net, { type AddressInfo, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { ADDRESSES, makeOriginFiles, type OriginFiles } from '../origin/running-server.ts'
import { loadOrder, wholeLoad, whyNoLoad } from './run-load.ts'

const skip = whyNoLoad()

let served: OriginFiles
before(async () => {
  served = await makeOriginFiles({ 'a.test/': 'x' })
})
after(() => served[Symbol.asyncDispose]())

/** One page of one user from that server. */
async function loadFrom(server: Server) {
  server.listen(0, ADDRESSES.a)
  await once(server, 'listening')
  const hosts = [{ name: 'a.test', address: ADDRESSES.a, port: (server.address() as AddressInfo).port }]
  const resources = [{ host: 'a.test', path: '/', status: 200, bodyBytes: 1 }]
  const ramp = [{ atMs: 0, users: 1 }]
  return (await wholeLoad(served.folder, loadOrder(served, resources, { hosts, ramp, pagesPerUser: 1 }))).end
}

for (const ecdhCurve of ['X25519MLKEM768', 'X25519'])
  test(`keys are agreed on with a server (OpenSSL) that speaks ${ecdhCurve} alone`, { skip }, async () => {
    await using server = https.createServer({ ...served.pair, ecdhCurve }, (_, response) => response.end('x'))
    const { errors, pagesDone } = await loadFrom(server)
    assert.deepEqual([errors, pagesDone], [{}, 1])
  })

test('a first flight has key shares of X25519MLKEM768 and X25519 and is as long as a browser sends it', {
  skip,
}, async () => {
  const hellos: Buffer[] = []
  await using server = net.createServer(async (socket) => {
    let hello = Buffer.alloc(0)
    // A record of TLS: type, version, length (RFC 8446, 5.1).
    while (hello.length < 5 || hello.length < 5 + hello.readUInt16BE(3))
      hello = Buffer.concat([hello, (await once(socket, 'data'))[0]])
    hellos.push(hello)
    socket.end()
  })
  await loadFrom(server)
  const [hello = Buffer.alloc(0)] = hellos
  // A KeyShareEntry begins with its group and its length (RFC 8446, 4.2.8): 0x11ec with 1,216 bytes, 0x001d with 32.
  assert.ok(hello.includes(Buffer.from('11ec04c0', 'hex')), 'X25519MLKEM768')
  assert.ok(hello.includes(Buffer.from('001d0020', 'hex')), 'X25519')
  // Ten of Chromium 156, the record's header of five octets included.
  assert.ok(hello.length >= 1_917 && hello.length <= 2_013, `${hello.length} octets`)
})
