import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http2 from 'node:http2'
import https from 'node:https'
import { describe, test } from 'node:test'
import { opened } from '../../opened.ts'
import { BrokenOff, GETS, openHttp2 } from './get.ts'
import { madeAnswer, NAVIGATION, startReplay } from './replay-server.ts'
import { ADDRESSES, PORTS, whyNoServer } from './running-server.ts'

const skip = await whyNoServer('towline')
const BODIES = {
  one: Buffer.from('1'),
  small: Buffer.from('only a part'),
  // More than a connection's buffers and a stream's window of 64 KiB hold.
  big: randomBytes(3_000_000),
}
const broken = { ending: 'broken' } as const
const LENGTH: [string, string] = ['Content-Length', '9000000']
const ANSWERS = [
  madeAnswer(0, 'https://a.test/'),
  madeAnswer(1, 'https://a.test/one', { body: 'one', headers: [LENGTH], ...broken }),
  madeAnswer(2, 'https://a.test/small', { body: 'small', headers: [LENGTH], ...broken }),
  madeAnswer(3, 'https://a.test/big', { body: 'big', headers: [LENGTH], ...broken }),
  madeAnswer(4, 'https://a.test/unsized', { body: 'big', headers: [], ...broken }),
  madeAnswer(5, 'https://a.test/head', { body: null, headers: [LENGTH], ...broken }),
  madeAnswer(6, 'https://a.test/none', { status: null, headers: [], thinkMs: 30, ...broken }),
  madeAnswer(7, 'https://a.test/none', { body: 'small' }),
  madeAnswer(8, 'https://a.test/silent', { status: null, headers: [], ending: 'open' }),
  madeAnswer(9, 'https://a.test/open', { body: 'small', headers: [], ending: 'open' }),
]
const RECEIVED = {
  one: BODIES.one,
  small: BODIES.small,
  big: BODIES.big,
  unsized: BODIES.big,
  head: Buffer.alloc(0),
}

describe('a replayed page whose recording has failures', { skip }, () => {
  const server = opened(() => startReplay(ANSWERS, BODIES))

  for (const protocol of ['http/1.1', 'h2', 'h3'] as const) {
    const get = GETS[protocol]

    test(`${protocol}: what came before a response broke off comes before it breaks off`, async () => {
      for (const [path, expected] of Object.entries(RECEIVED)) {
        const error = await get(server.question(`https://a.test/${path}`)).then(
          () => assert.fail(`${path} is whole`),
          (reason: unknown) => reason,
        )
        assert.ok(error instanceof BrokenOff, `${path}: ${error}`)
        assert.equal(error.status, 200)
        assert.ok(
          expected.equals(error.received),
          `${path}: ${error.received.length} of ${expected.length} bytes`,
        )
      }
    })

    test(`${protocol}: what had no response gets none, once, after as long, and the log names it`, async () => {
      await get(server.question('https://a.test/', { fields: NAVIGATION }))
      const lines = async () => (await server.log()).split('\n').filter((line) => line.includes('unanswered'))
      const earlier = await lines()
      const started = performance.now()
      const error = await get(server.question('https://a.test/none')).catch((reason: unknown) => reason)
      assert.ok(error instanceof Error && !(error instanceof BrokenOff), String(error))
      assert.ok(performance.now() - started >= 30)
      assert.deepEqual((await lines()).slice(earlier.length), ['{"unanswered":{"rung":"url","exchange":6}}'])
      assert.equal((await get(server.question('https://a.test/none'))).headers['towline-replay'], 'url 7')
    })
  }

  test('h2: the failure of one stream leaves the others of its connection', async () => {
    const { address, host, caFile } = server.question('https://a.test/')
    const session = await openHttp2({ address, host, caFile })
    try {
      const ask = (path: string) => session.request({ ':path': path, ':authority': host })
      const silent = ask('/silent')
      const [failed, whole] = [ask('/one').resume(), ask('/').resume()]
      const [error, [head]] = (await Promise.all([
        once(failed, 'close').then(null, (reason: unknown) => reason),
        once(whole, 'response'),
      ])) as [unknown, [http2.IncomingHttpHeaders]]
      assert.match(String(error), /INTERNAL_ERROR/)
      assert.equal(head['towline-replay'], 'url 0')
      assert.equal(silent.closed, false)
      assert.equal(failed.rstCode, http2.constants.NGHTTP2_INTERNAL_ERROR)
    } finally {
      session.destroy()
    }
  })

  test('HTTP/1.1: a failure over a connection that was used is given again to who asks once more', async () => {
    const ca = await readFile(server.question('https://a.test/').caFile)
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 })
    const target = { host: ADDRESSES.a, port: PORTS.https, servername: 'a.test', ca, agent }
    try {
      const first = https.get({ ...target, path: '/', headers: { host: 'a.test', ...NAVIGATION } })
      const [response] = await once(first, 'response')
      await once(response.resume(), 'end')
      // A browser would send it again by itself, over a new connection.
      const again = https.get({ ...target, path: '/none', headers: { host: 'a.test' } })
      await assert.rejects(once(again, 'response'))
      assert.equal(again.reusedSocket, true)
      await assert.rejects(GETS['http/1.1'](server.question('https://a.test/none')))
      const then = await GETS['http/1.1'](server.question('https://a.test/none'))
      assert.equal(then.headers['towline-replay'], 'url 7')
    } finally {
      agent.destroy()
    }
  })

  test('what never ended stays open behind its last byte', async () => {
    const { address, host, caFile } = server.question('https://a.test/')
    const session = await openHttp2({ address, host, caFile })
    try {
      const stream = session.request({ ':path': '/open', ':authority': host })
      const [chunk] = (await once(stream, 'data')) as [Buffer]
      assert.deepEqual(chunk, BODIES.small)
      // By the time that a later answer is there an end would be, too.
      const later = session.request({ ':path': '/', ':authority': host })
      await once(later.resume(), 'end')
      assert.deepEqual([stream.readableEnded, stream.closed], [false, false])
    } finally {
      session.destroy()
    }
  })
})
