import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { decode, encode } from 'dns-packet'
import { serveNames } from '../../../lab/resolver/serve-names.ts'
import { httpsRecordHex } from '../../../lab/sandbox/site/https-record-hex.ts'
import { freeUdpPort } from './free-udp-port.ts'

const WAIT_MS = 80
/** Of HTTPS (RFC 9460, 14.2), which the library does not name. */
const HTTPS_TYPE = 'UNKNOWN_65' as 'A'

/** The records in the answer, in hex. */
async function askHttps(port: number, name: string): Promise<string[]> {
  const socket = createSocket('udp4')
  try {
    const answered = once(socket, 'message')
    const query = encode({ type: 'query', id: 1, questions: [{ type: HTTPS_TYPE, name }] })
    socket.send(query, port, '127.0.0.1')
    const [message] = (await answered) as [Buffer]
    return (decode(message).answers ?? []).map((answer) =>
      String((answer as { data: Buffer }).data.toString('hex')),
    )
  } finally {
    socket.close()
  }
}

describe('the resolver of a lab', () => {
  const resolver = new Resolver({ timeout: 30_000, tries: 1 })
  let port: number
  let close: () => void
  before(async () => {
    port = await freeUdpPort()
    const names = [
      { name: 'quick.test', address: '198.18.1.1', waitMs: 0.4 },
      { name: 'announced.test', address: '198.18.1.3', alpn: ['h3', 'h2'], waitMs: 0 },
      { name: 'slow.test', address: '198.18.1.2', waitMs: WAIT_MS },
    ]
    close = await serveNames({ address: '127.0.0.1', names }, port)
    resolver.setServers([`127.0.0.1:${port}`])
  })
  after(() => close?.())

  test('answers a name with its address, in whatever case it is asked', async () => {
    assert.deepEqual(await resolver.resolve4('Quick.test'), ['198.18.1.1'])
  })

  test('answers no sooner than after the name’s wait, and others in the meantime', async () => {
    const startedMs = performance.now()
    const slow = resolver
      .resolve4('slow.test')
      .then((found) => ({ found, tookMs: performance.now() - startedMs }))
    assert.deepEqual(await resolver.resolve4('quick.test'), ['198.18.1.1'])
    const { found, tookMs } = await slow
    assert.deepEqual(found, ['198.18.1.2'])
    // A timer may be a millisecond early by another clock.
    assert.ok(tookMs >= WAIT_MS - 1, `${tookMs} ms`)
  })

  test('answers with the HTTPS record of a name that has one, and with none of others', async () => {
    const asked = (name: string) => askHttps(port, name)
    assert.deepEqual(await asked('announced.test'), [httpsRecordHex({ alpn: ['h3', 'h2'] })])
    assert.deepEqual(await asked('quick.test'), [])
    assert.deepEqual(await resolver.resolve4('announced.test'), ['198.18.1.3'])
  })

  test('has no record of another type, and none of a name that it does not know', async () => {
    await assert.rejects(resolver.resolve6('quick.test'), { code: 'ENODATA' })
    await assert.rejects(resolver.resolve4('unknown.test'), { code: 'ENOTFOUND' })
  })

  test('says nothing to what is not DNS, and goes on', async () => {
    const socket = createSocket('udp4')
    for (const text of ['', 'x', 'GET / HTTP/1.1\r\n\r\n'])
      await new Promise((resolve) => socket.send(text, port, '127.0.0.1', resolve))
    socket.close()
    assert.deepEqual(await resolver.resolve4('quick.test'), ['198.18.1.1'])
  })
})
