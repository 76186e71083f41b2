import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import { describe, test } from 'node:test'
import tls from 'node:tls'
import { rng } from '../../../stats/rng.ts'
import { opened } from '../../opened.ts'
import { GETS } from './get.ts'
import { madeAnswer, startReplay } from './replay-server.ts'
import { ADDRESSES, PORTS, whyNoServer } from './running-server.ts'

const skip = await whyNoServer('towline')
const BODY = Buffer.from('0123456789')
const LENGTH: [string, string] = ['Content-Length', '10']
/** Together more than 64 KiB. */
const MANY = Array.from({ length: 50 }, (_, i): [string, string] => [`X-Many-${i}`, 'v'.repeat(2_000)])
const ANSWERS = [
  madeAnswer(0, 'https://a.test/', { headers: [LENGTH], body: 'body' }),
  madeAnswer(1, 'https://a.test/cached', { headers: [['ETag', '"1"'], LENGTH], body: 'body' }),
  madeAnswer(2, 'https://a.test/cached', { headers: [['ETag', '"1"']], status: 304 }),
  madeAnswer(3, 'https://a.test/none', { headers: [['Content-Length', '0']], status: 204 }),
  madeAnswer(4, 'https://a.test/part', {
    ...{ headers: [['Content-Range', 'bytes 0-9/99'], LENGTH], body: 'body' },
    ...{ status: 206, range: 'bytes=0-9' },
  }),
  madeAnswer(5, 'https://a.test/whole', { headers: [LENGTH], body: 'body' }),
  madeAnswer(6, 'https://a.test/forever', {
    headers: [
      ['Date', 'Sun, 01 Nov 2020 10:00:00 GMT'],
      ['Expires', 'Fri, 31 Dec 9999 23:59:59 GMT'],
    ],
  }),
  madeAnswer(7, 'https://a.test/many', { headers: MANY, body: 'body' }),
]

describe('a replayed page of unusual requests and responses', { skip }, () => {
  const server = opened(() => startReplay(ANSWERS, { body: BODY }))

  for (const protocol of ['http/1.1', 'h2', 'h3'] as const) {
    const ask = async (path: string, changes: object = {}) => {
      const { status, headers, body } = await GETS[protocol](
        server.question(`https://a.test${path}`, changes),
      )
      return [status, headers['content-length'] ?? null, body.length, headers['towline-replay']]
    }

    test(`${protocol}: lengths are those of the body, whatever is sent of it`, async () => {
      // The client that speaks HTTP/3 here waits for the body that the length promises.
      if (protocol !== 'h3') assert.deepEqual(await ask('/', { method: 'HEAD' }), [200, '10', 0, 'url 0'])
      assert.deepEqual(await ask('/none'), [204, null, 0, 'url 3'])
    })

    test(`${protocol}: who has nothing gets the whole, and a part who asks for that part`, async () => {
      assert.deepEqual(await ask('/cached'), [200, '10', 10, 'url 1'])
      const fields = { 'if-none-match': '"1"' }
      assert.deepEqual(await ask('/cached', { fields }), [304, null, 0, 'url 2'])
      assert.deepEqual(await ask('/part', { fields: { range: 'bytes=0-9' } }), [206, '10', 10, 'url 4'])
      assert.deepEqual((await ask('/part', { fields: { range: 'bytes=5-9' } })).slice(3), ['miss'])
      assert.deepEqual(await ask('/whole', { fields: { range: 'bytes=0-4' } }), [200, '10', 10, 'url 5'])
    })

    test(`${protocol}: what never expires does so at the end of all dates`, async () => {
      const { headers } = await GETS[protocol](server.question('https://a.test/forever'))
      assert.equal(headers.expires, 'Fri, 31 Dec 9999 23:59:59 GMT')
    })
  }

  test('heads of more than 64 KiB are sent and taken', async () => {
    const ca = await readFile(server.question('https://a.test/').caFile)
    const target = { host: ADDRESSES.a, port: PORTS.https, servername: 'a.test', ca }
    const cookie = 'c'.repeat(100_000)
    const request = https.get({
      ...{ ...target, path: '/many', agent: false, maxHeaderSize: 1_000_000 },
      headers: { host: 'a.test', cookie },
    })
    const [response] = await once(request, 'response')
    assert.equal(response.headers['x-many-49'].length, 2_000)
    response.resume()
    const session = http2.connect(`https://${ADDRESSES.a}:${PORTS.https}`, {
      ...{ ca, servername: 'a.test', maxSendHeaderBlockLength: 1_000_000 },
      settings: { maxHeaderListSize: 1_000_000 },
    })
    try {
      const stream = session.request({ ':path': '/many', ':authority': 'a.test', cookie })
      const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
      assert.equal(headers[':status'], 200)
      assert.equal(String(headers['x-many-49']).length, 2_000)
    } finally {
      session.destroy()
    }
  })

  test('what is no request, or none that any browser sends, ends no more than its connection', async () => {
    const draw = rng(7)
    const noise = (length: number): Buffer =>
      Buffer.from(Array.from({ length }, () => Math.floor(draw() * 256)))
    const ca = await readFile(server.question('https://a.test/').caFile)
    const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    const texts = [
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test:x\r\n\r\n',
      'GET http://[::1/ HTTP/1.1\r\nHost: :::\r\n\r\n',
      'GET /%ff%00?%&=&&==&#x HTTP/1.1\r\nHost: a.test:99999\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: -1\r\n\r\n',
      'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a.test\r\nRange: bytes=9-1\r\nIf-None-Match: \xff\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: a.test\r\nAccess-Control-Request-Method: \x80\r\nOrigin: x\r\n\r\n',
    ].map((text) => Buffer.from(text, 'latin1'))
    const messages = [...texts, ...[1, 10, 100, 1_000].map(noise)]
    for (const message of messages) {
      await sent(net.connect(PORTS.http, ADDRESSES.a), message)
      await sent(net.connect(PORTS.https, ADDRESSES.a), message)
      const over = (ALPNProtocols: string[]) =>
        tls.connect({ host: ADDRESSES.a, port: PORTS.https, servername: 'a.test', ca, ALPNProtocols })
      await sent(over(['http/1.1']), message)
      await sent(over(['h2']), Buffer.concat([preface, message]))
    }
    const socket = createSocket('udp4')
    for (const message of messages)
      await new Promise((resolve) => socket.send(message, PORTS.https, ADDRESSES.a, resolve))
    socket.close()
    for (const get of Object.values(GETS)) {
      const { headers } = await get(server.question('https://a.test/whole'))
      assert.match(headers['towline-replay'] ?? '', /^(url|miss) 5$/)
    }
  })
})

/** Sends all of it; the server leaves when it has read that. */
async function sent(socket: net.Socket, message: Buffer): Promise<void> {
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('it stays')))
  socket.resume().end(message)
  await closed
}

const LIMIT_MS = 10_000
