import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { towlineServing } from '../../../lab/origin/towline.ts'
import { GETS, type Got, type Question } from './get.ts'
import {
  ADDRESSES,
  makeOriginFiles,
  type OriginFiles,
  type RunningServer,
  runOrigin,
  startServer,
  whyNoServer,
} from './running-server.ts'

const skip = await whyNoServer('towline')
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const BODIES = {
  page: gzipSync('<!doctype html><title>a</title>'),
  style: brotliCompressSync('a { color: red }'),
  first: Buffer.from('{"n":1}'),
  second: Buffer.from('{"n":2}'),
  big: randomBytes(300_000),
}
const answer = (id: number, url: string, changes: object = {}) => ({
  ...{ id, url, method: 'GET', requestBodySha256: null, range: null, status: 200 },
  ...{ headers: [['Content-Type', 'text/plain']], body: 'first', thinkMs: 0, ending: 'whole', ...changes },
})
const DATE = ['Date', 'Sun, 01 Nov 2026 10:00:00 GMT']
const ANSWERS = [
  answer(0, 'https://a.test/', {
    headers: [
      ['Content-Type', 'text/html'],
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '1'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Alt-Svc', 'h3=":443"'],
      ['Keep-Alive', 'timeout=5'],
      ['Expires', 'Sun, 01 Nov 2026 11:00:00 GMT'],
      ['X-Name', 'caf\u00e9'],
      DATE,
    ],
    body: 'page',
  }),
  answer(1, 'https://b.test/s.css?v=3', {
    headers: [['Content-Encoding', 'br']],
    body: 'style',
    thinkMs: 30,
  }),
  answer(2, 'https://b.test/data'),
  answer(3, 'https://b.test/data', { body: 'second' }),
  answer(4, 'https://b.test/graphql', { method: 'POST', requestBodySha256: sha256('one') }),
  answer(5, 'https://b.test/graphql', { method: 'POST', requestBodySha256: sha256('two'), body: 'second' }),
  answer(6, 'https://b.test/beacon?ts=1730000000&id=7', { status: 204, body: null }),
  answer(7, 'https://b.test/app.0011aabb.js'),
  answer(8, 'https://a.test/moved', { status: 302, headers: [['Location', '/there']], body: null }),
  answer(9, 'https://a.test/big', {
    body: 'big',
    pauses: [
      [0, 5],
      [100_000, 20],
    ],
  }),
  answer(10, 'https://a.test/cut', {
    body: 'first',
    headers: [['Content-Length', '100']],
    ending: 'broken',
  }),
  answer(11, 'http://a.test/clear'),
  answer(12, 'https://b.test/data', { status: 304, body: null }),
]

let served: OriginFiles
let server: RunningServer
before(async () => {
  served = await makeOriginFiles({ 'a.test/': '' })
  const folder = join(served.folder, 'bodies')
  await mkdir(folder)
  for (const [name, body] of Object.entries(BODIES)) await writeFile(join(folder, name), body)
  const replayFile = join(served.folder, 'replay.json')
  await writeFile(replayFile, JSON.stringify({ page: 'https://a.test/', bodies: 'bodies', answers: ANSWERS }))
  if (!skip) server = await startServer(served, served.order('towline', { replayFile, altSvc: true }))
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await served[Symbol.asyncDispose]()
})

const question = (url: string, changes: Partial<Question> = {}): Question => {
  const { hostname, pathname, search } = new URL(url)
  const address = hostname === 'a.test' ? ADDRESSES.a : ADDRESSES.b
  return { address, host: hostname, path: pathname + search, caFile: served.caFile, ...changes }
}
/** What begins a load: all that was given before is forgotten. */
const NAVIGATION = { 'sec-fetch-dest': 'document' }
const mark = ({ headers }: Got): string => headers['towline-replay'] ?? ''

describe('a replayed page', { skip }, () => {
  for (const protocol of ['http/1.1', 'h2', 'h3'] as const) {
    const get = GETS[protocol]

    test(`${protocol}: gives bodies as they were sent, with all headers but those of a connection`, async () => {
      const { status, headers, body } = await get(question('https://a.test/'))
      assert.equal(status, 200)
      assert.deepEqual(body, BODIES.page)
      assert.equal(headers['content-encoding'], 'gzip')
      assert.equal(headers['content-length'], String(BODIES.page.length), 'not what was recorded')
      assert.match(headers['set-cookie'] ?? '', /^a=1, ?b=2$|^a=1,b=2$/)
      assert.equal(headers['keep-alive'], undefined)
      assert.equal(headers['alt-svc'], 'h3=":8443"; ma=86400')
      assert.equal(Buffer.from(headers['x-name'] ?? '', 'latin1').at(-1), 0xe9)
      const fresh = Date.parse(headers.expires ?? '') - Date.parse(headers.date ?? '')
      assert.equal(fresh, 3_600_000, 'fresh for the same time')
      assert.ok(Math.abs(Date.parse(headers.date ?? '') - Date.now()) < 3_600_000)
      assert.equal(headers['towline-replay'], 'url 0')
    })

    test(`${protocol}: says how long it held an answer back, and of a miss nothing`, async () => {
      const { headers } = await get(question('https://b.test/s.css?v=3'))
      const waited = headers['towline-waited'] ?? ''
      assert.match(waited, /^\d+\.\d{3}$/)
      // Its timer is set a millisecond early, since it is late.
      assert.ok(Number(waited) >= 29, waited)
      assert.equal((await get(question('https://a.test/nothing'))).headers['towline-waited'], undefined)
    })

    test(`${protocol}: takes the rungs in their order, and names them`, async () => {
      await get(question('https://a.test/', { fields: NAVIGATION }))
      const expected: readonly (readonly [string, string])[] = [
        ['https://b.test/s.css?v=3', 'url 1'],
        ['https://b.test/data', 'url 2'],
        ['https://b.test/data', 'url 3'],
        ['https://b.test/data', 'url 3'],
        ['https://b.test/beacon?ts=1739999999&id=7', 'query 6'],
        ['https://b.test/beacon?ts=1739999999&id=8', 'miss 6'],
        ['https://b.test/app.ffee9988.js', 'path 7'],
        ['https://b.test/s.css?v=4', 'miss 1'],
        ['https://a.test/nothing', 'miss'],
        ['https://a.test/clear', 'miss 11'],
        ['https://a.test/moved', 'url 8'],
      ]
      const found = []
      for (const [url] of expected) {
        const got = await get(question(url))
        found.push([url, mark(got)])
      }
      assert.deepEqual(found, expected)
      // A new load begins anew.
      await get(question('https://a.test/', { fields: NAVIGATION }))
      assert.equal(mark(await get(question('https://b.test/data'))), 'url 2')
    })

    test(`${protocol}: waits as long as it took, and within a body as well`, async () => {
      const started = performance.now()
      await get(question('https://b.test/s.css?v=3'))
      assert.ok(performance.now() - started >= 30)
      const paused = performance.now()
      const { body } = await get(question('https://a.test/big'))
      assert.ok(performance.now() - paused >= 25)
      assert.deepEqual(body, BODIES.big)
    })

    test(`${protocol}: breaks off where the recorded answer did`, async () => {
      await assert.rejects(get(question('https://a.test/cut')))
    })
  }

  test('a POST gets the answer to the same body, else one to another and says so', async () => {
    for (const protocol of ['http/1.1', 'h2'] as const) {
      const post = (body: string) =>
        GETS[protocol](question('https://b.test/graphql', { method: 'POST', body }))
      await GETS[protocol](question('https://a.test/', { fields: NAVIGATION }))
      assert.equal(mark(await post('two')), 'url 5')
      assert.equal(mark(await post('one')), 'url 4')
      assert.match(mark(await post('three')), /^body [45]$/)
    }
  })

  test('a preflight that nobody recorded is allowed what it asks for; a HEAD has its GET’s headers', async () => {
    const fields = {
      origin: 'https://a.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-a',
    }
    const asked = await GETS.h2(question('https://b.test/graphql', { method: 'OPTIONS', fields }))
    assert.deepEqual(
      [asked.status, asked.headers['access-control-allow-origin'], mark(asked)],
      [204, 'https://a.test', 'preflight'],
    )
    const head = await GETS.h2(question('https://a.test/', { method: 'HEAD' }))
    assert.deepEqual([head.status, head.body.length, mark(head)], [200, 0, 'url 0'])
  })

  test('in the clear is another origin than over TLS', async () => {
    assert.equal(mark(await GETS.clear(question('http://a.test/clear'))), 'url 11')
    assert.match(mark(await GETS.clear(question('http://a.test/big'))), /^miss/)
  })

  test('a file that does not fit is refused in one line', async () => {
    const bad = async (changes: object) => {
      const replay = join(served.folder, 'wrong.json')
      const file = { page: 'https://a.test/', bodies: 'bodies', answers: ANSWERS, ...changes }
      await writeFile(replay, JSON.stringify(file))
      const { replayFile: _, ...order } = served.order('towline')
      const config = { ...JSON.parse(towlineServing(order)), replay }
      return runOrigin(served.folder, config)
    }
    for (const [changes, code, words] of [
      [{ page: 'here' }, 78, /here is no absolute URL/],
      [{ answers: [answer(0, 'ftp://a.test/')] }, 78, /no absolute URL/],
      [{ answers: [answer(0, 'https://a.test/', { body: 'gone' })] }, 66, /gone: No such file/],
      [{ answers: [answer(0, 'https://a.test/', { pauses: [[9_999, 1]] })] }, 78, /pauses/],
      [{ answers: [answer(0, 'https://a.test/', { thinkMs: -1 })] }, 78, /answer 0/],
      [{ other: 1 }, 78, /unknown field/],
    ] as const) {
      const { code: found, stderr } = await bad(changes)
      assert.equal(found, code, stderr)
      assert.match(stderr, words)
      assert.equal(stderr.trim().split('\n').length, 1)
    }
  })
})
