import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import https from 'node:https'
import net, { type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
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
    const [key, cert] = await Promise.all(
      ['key.pem', 'cert.pem'].map((name) => readFile(join(served.folder, name))),
    )
    await using server = https.createServer({ key, cert, ecdhCurve } as https.ServerOptions, (_, response) =>
      response.end('x'),
    )
    const { errors, pagesDone } = await loadFrom(server)
    assert.deepEqual([errors, pagesDone], [{}, 1])
  })

test('a first flight has a key share of X25519MLKEM768 and one of X25519, as a browser sends them', {
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
  const share = (group: number, bytes: number): boolean =>
    hello.includes(Buffer.from(Uint16Array.of(group, bytes).buffer).swap16())
  assert.ok(share(0x11ec, 1_216), 'X25519MLKEM768')
  assert.ok(share(0x001d, 32), 'X25519')
})
