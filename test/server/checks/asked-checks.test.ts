import assert from 'node:assert/strict'
import { addCheck } from '../../../db/checks/asked-checks.ts'
import {
  beginCheck,
  DIED_TWICE,
  endCheck,
  releaseCheck,
  renewCheck,
} from '../../../db/checks/check-leases.ts'
import type { Database } from '../../../db/connection/database.ts'
import { type CheckAnswer, checkAnswer } from '../../../server/contract/contract.ts'
import { onEveryDatabase, type TestDatabase } from '../../db/databases.ts'
import { type Served, served } from '../served.ts'

const DAY = '2026-11-28'
const LEASE_MS = 60_000

interface Box extends AsyncDisposable {
  readonly server: Served
  readonly enqueued: readonly number[]
  /** Sets the clock. */
  at(time: string): void
  ask(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
}

async function openBox(
  on: TestDatabase,
  limits: { perDay?: number; perAddress?: number } = {},
): Promise<Box> {
  let now = `${DAY}T10:00:00.000Z`
  const enqueued: number[] = []
  const box = {
    ...{ perDay: 100, perAddress: 100, ownNetwork: false, ...limits },
    enqueue: async (_query: unknown, id: number) => void enqueued.push(id),
  }
  const server = await served({ checks: box, now: () => now, proxies: 1 }, on)
  return {
    ...{ server, enqueued },
    at(time) {
      now = time
    },
    ask: (body, headers = {}) =>
      server.get('/checks', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function answerOf(response: Response): Promise<CheckAnswer> {
  return checkAnswer.parse(await response.json())
}

const url = (n: number): { readonly url: string } => ({ url: `https://site${n}.com/` })

onEveryDatabase('a check waits in its place, and a page is checked once in 24 hours', async (database) => {
  await using box = await openBox(database)
  const first = await box.ask({ url: 'example.com' })
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('location'), '/checks/1')
  assert.deepEqual(await answerOf(first), {
    ...{ id: 1, url: 'https://example.com/', state: 'waiting', before: 0, page: '/checks/1' },
    ...{ askedAt: `${DAY}T10:00:00.000Z`, finishedAt: null, reason: null, result: null },
  })
  assert.equal((await answerOf(await box.ask(url(2)))).before, 1)
  const again = await box.ask({ url: 'https://EXAMPLE.com:443/#top' })
  assert.deepEqual([again.status, (await answerOf(again)).id], [200, 1])
  box.at('2026-11-29T10:00:00.001Z')
  assert.deepEqual((await answerOf(await box.ask({ url: 'example.com' }))).id, 3)
  assert.deepEqual(box.enqueued, [1, 2, 3], 'each has one job')
})

onEveryDatabase('a day has so many checks in all, of one address and of one site', async (database) => {
  await using box = await openBox(database, { perDay: 5, perAddress: 3 })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const statuses = async (bodies: readonly unknown[], address: string): Promise<number[]> => {
    const found: number[] = []
    for (const body of bodies) found.push((await box.ask(body, from(address))).status)
    return found
  }
  const pages = ['a', 'b', 'c', 'd'].map((name) => ({ url: `https://${name}.victim.com/` }))
  assert.deepEqual(await statuses(pages, '192.0.2.1'), [201, 201, 201, 429], 'a site: three')
  assert.deepEqual(await statuses([url(1)], '192.0.2.1'), [429], 'an address: three')
  assert.deepEqual(
    await statuses([pages[0], url(1), url(1)], '192.0.2.1'),
    [200, 429, 429],
    'what is there is shown',
  )
  assert.deepEqual(await statuses([url(1), url(2), url(3)], '2001:db8::1'), [201, 201, 429], 'in all: five')
  const refused = await box.ask(url(4), from('2001:db8::2'))
  assert.equal(refused.headers.get('retry-after'), String(14 * 3_600), 'until midnight')
  box.at('2026-11-29T00:00:00.000Z')
  assert.deepEqual(await statuses([url(5), url(6), url(7), url(8)], '2001:db8:0:1::1'), [201, 201, 201, 429])
  assert.deepEqual(await statuses([url(8)], '2001:db8:0:2::1'), [429], 'of the same /56')
})

onEveryDatabase('no more wait than the queue holds, however many ask at once', async (database) => {
  await using box = await openBox(database, { perDay: 1_000, perAddress: 1_000 })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => box.ask(url(n), { 'x-forwarded-for': `192.0.2.${n}` })),
  )
  const count = (status: number): number => answers.filter((answer) => answer.status === status).length
  assert.deepEqual([count(201), count(429)], [50, 10])
  assert.equal(answers.find(({ status }) => status === 429)?.headers.get('retry-after'), '120')
})

onEveryDatabase('what is asked otherwise than by its own page or a program is refused', async (database) => {
  await using box = await openBox(database)
  const cases: readonly (readonly [unknown, Readonly<Record<string, string>>, number])[] = [
    [url(1), { 'sec-fetch-site': 'cross-site' }, 403],
    [url(1), { 'sec-fetch-site': 'same-site' }, 403],
    [url(1), { origin: 'https://evil.example' }, 403],
    [url(1), { origin: 'null' }, 403],
    [url(1), { 'content-type': 'text/plain' }, 415],
    ['url=https%3A%2F%2Fsite1.com', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['{', {}, 400],
    [{}, {}, 400],
    [{ url: 5 }, {}, 400],
    [{ url: 'site1.com', arms: 'h1' }, {}, 400],
    ['{"url":"site1.com","__proto__":{"x":1}}', {}, 400],
    [{ url: `https://site1.com/${'x'.repeat(20_000)}` }, {}, 413],
    [{ url: 'http://127.0.0.1/' }, {}, 403],
    [url(1), { 'sec-fetch-site': 'same-origin', origin: box.server.url }, 201],
    [url(2), { origin: box.server.url }, 201],
  ]
  for (const [body, headers, status] of cases) {
    const answer = await box.ask(body, headers)
    assert.equal(answer.status, status, JSON.stringify([body, headers]).slice(0, 200))
  }
  assert.equal((await box.server.get('/checks')).status, 405)
  assert.deepEqual(box.enqueued, [1, 2])
})

onEveryDatabase('a server that takes none still shows those that were done', async (database) => {
  await using server = await served({}, database)
  await ask(server.writer, 'https://example.com/')
  const asked = await server.get('/checks', { method: 'POST', body: '{}' })
  assert.deepEqual(
    [asked.status, ((await asked.json()) as { message: string }).message],
    [404, 'This server takes no checks.'],
  )
  assert.equal((await answerOf(await server.get('/checks/1'))).state, 'waiting')
  for (const id of ['2', '0', '-1', 'x', '9'.repeat(12), '1e0']) {
    assert.equal((await server.get(`/checks/${id}`)).status, 404, id)
    assert.equal((await fetch(`${server.url}/checks/${id}`)).status, 404, id)
  }
  assert.equal((await server.answer('meta', '/meta')).checksPerDay, null)
})

onEveryDatabase(
  'a check is done by one at a time, taken again once where that one died, then failed',
  async (database) => {
    await using db = await database.open()
    for (const name of ['a', 'b']) await ask(db, `https://${name}.com/`)
    const begin = (owner: string, leaseMs = LEASE_MS) =>
      beginCheck(db, owner, leaseMs, `${DAY}T11:00:00.000Z`)
    const first = await begin('one')
    assert.deepEqual(first, { id: 1, owner: 'one', url: 'https://a.com/', attempt: 1 })
    assert.equal(await begin('two'), null, 'one at a time')
    assert.equal(await renewCheck(db, { id: 1, owner: 'one' }, -1), true)
    assert.deepEqual(await begin('two', -1), { id: 1, owner: 'two', url: 'https://a.com/', attempt: 2 })
    assert.equal(await renewCheck(db, { id: 1, owner: 'one' }, LEASE_MS), false, 'it is another’s now')
    assert.equal(
      await db.write((query) => endCheck(query, { id: 1, owner: 'one' }, { reason: 'x' }, DAY)),
      false,
    )
    const second = await begin('three')
    assert.deepEqual([second?.id, second?.attempt], [2, 1], 'who died twice is not taken a third time')
    const [failed] = await db.query('SELECT state, reason FROM asked_checks WHERE id = 1')
    assert.deepEqual(failed, { state: 'failed', reason: DIED_TWICE })
    await releaseCheck(db, { id: 2, owner: 'three' })
    assert.equal((await begin('four'))?.attempt, 1, 'who was stopped on purpose has not tried')
  },
)

onEveryDatabase(
  'the page of a check shows its place, then its result as text, and others of the page',
  async (database) => {
    await using box = await openBox(database)
    const { writer } = box.server
    await ask(writer, 'https://example.com/?a=<b>')
    await ask(writer, 'https://other.com/')
    await ask(writer, 'https://example.com/?a=<b>')
    const page = async (path: string): Promise<[string, Headers]> => {
      const response = await fetch(box.server.url + path)
      assert.equal(response.status, 200, path)
      return [await response.text(), response.headers]
    }
    const [waiting, headers] = await page('/checks/2')
    assert.match(waiting, /Waiting\.<\/strong> 1 check is before it\./)
    assert.equal(headers.get('refresh'), '5')
    assert.equal(headers.get('x-robots-tag'), 'noindex')
    const hostile = '<img src=x onerror=alert(1)>'
    const arm = {
      arm: 'h1',
      label: hostile,
      validLoads: 6,
      leftOutLoads: 0,
      medianMs: 12,
      gain: null,
      gainInterval: null,
    }
    const result = JSON.stringify({
      ...{ browser: null, internet: true, baseline: 'h1', sentences: [hostile] },
      arms: [arm, { ...arm, arm: 'h2', label: 'HTTP/2', gain: 1.25, gainInterval: [1.1, 1.4] }],
    })
    const report = `<!doctype html><style>p{}</style><script>alert(1)</script>`
    const check = await beginCheck(writer, 'one', LEASE_MS, DAY)
    assert.equal(check?.id, 1)
    assert.match((await page('/checks/1'))[0], /Under way/)
    await writer.write((query) =>
      endCheck(query, { id: 1, owner: 'one' }, { result, report }, `${DAY}T11:00:00.000Z`),
    )
    const [done, doneHeaders] = await page('/checks/1')
    assert.equal(doneHeaders.get('refresh'), null)
    assert.doesNotMatch(done, /<img/)
    assert.match(done, /&lt;img src=x/)
    assert.match(done, /<td>1\.25<\/td>/)
    assert.match((await page('/checks/3'))[0], /Other checks of this page.*HTTP\/2 1\.25/s)
    const [, reportHeaders] = await page('/checks/1/report')
    assert.match(
      reportHeaders.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'$/,
    )
    assert.match((await page('/checks'))[0], /<form id="check-form".*<a href="\/checks\/1" data-native>/s)
  },
)

/** A check that somebody asked for. */
async function ask(db: Database, asked: string): Promise<void> {
  await db.write((query) =>
    addCheck(query, { url: asked, domain: 'example.com', createdAt: `${DAY}T10:00:00.000Z` }),
  )
}
