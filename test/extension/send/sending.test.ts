import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReducedLoad } from '../../../extension/capture/types.ts'
import {
  deleteEverything,
  optIn,
  optOut,
  setCollector,
  setPaused,
} from '../../../extension/consent/consent.ts'
import { sendDeletions } from '../../../extension/consent/delete-sent.ts'
import { contribute } from '../../../extension/send/contribute.ts'
import { enqueue, LARGEST_QUEUE_BYTES, MOST_QUEUED } from '../../../extension/send/queue.ts'
import { sendDue } from '../../../extension/send/send.ts'
import { utcDay } from '../../../model/utc-day.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import { type FakeEnvironment, fakeEnvironment, STUDY } from './fake-environment.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const LOAD: ReducedLoad = {
  proto: 'h2',
  t: { dns: 4, connect: 10, handshake: 21, wait: 30, receive: 5, dcl: 200, load: 400 },
  n: { requests: 9, h1: 1, h2: 6, h3: 0, hidden: 2 },
  reused: false,
  visit: 'new-connection',
}

const domain = (site: number) => `site${site}.test`
const loaded = (environment: FakeEnvironment, site: number, load = LOAD) =>
  contribute(environment, {
    ...{ url: `https://${domain(site)}/`, load, day: utcDay(environment.nowMs) },
    ...{ browser: 'chromium' as const, major: 156, connectionType: 'wifi' },
  })

/** Lets the clock run, with every alarm at its time, as far as `untilMs`. */
async function live(environment: FakeEnvironment, untilMs: number): Promise<void> {
  for (;;) {
    const [next] = [...environment.alarms].toSorted(([, a], [, b]) => a - b)
    if (next === undefined || next[1] > untilMs) break
    environment.nowMs = Math.max(environment.nowMs, next[1])
    environment.alarms.delete(next[0])
    if (next[0] === 'send') await sendDue(environment)
    if (next[0] === 'delete') await sendDeletions(environment)
  }
  environment.nowMs = untilMs
}

const posts = ({ asked }: FakeEnvironment) =>
  asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('a record is sent 1 to 6 hours after its load, and the server takes it', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [domain(3)])
  const startMs = environment.nowMs
  assert.equal(await loaded(environment, 3), null)
  await live(environment, startMs + HOUR_MS)
  assert.equal(posts(environment).length, 0)
  await live(environment, startMs + 6 * HOUR_MS)
  const [record] = posts(environment)
  assert.ok(contribution.safeParse(record).success)
  assert.deepEqual([record?.site, record?.net, record?.list], [3, 'wifi', 'sandbox'])
  assert.equal((await environment.store.state()).history[0]?.outcome, 'accepted')
})

test('records are sent one a request, and minutes apart even where all are due', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [1, 2, 3, 4].map(domain))
  for (const site of [1, 2, 3, 4]) await loaded(environment, site)
  // The browser was closed meanwhile.
  environment.nowMs += 20 * HOUR_MS
  const times: number[] = []
  environment.answer = () => {
    times.push(environment.nowMs)
    return Response.json({ accepted: true, reason: null }, { status: 201 })
  }
  await live(environment, environment.nowMs + DAY_MS)
  assert.equal(times.length, 4)
  const apart = times.slice(1).map((at, i) => at - (times[i] ?? 0))
  assert.ok(
    apart.every((ms) => ms >= 60_000),
    `${apart}`,
  )
})

test('a server that is down for a day gets every record once afterwards, under the key of the first attempt', async () => {
  const environment = fakeEnvironment()
  await optIn(
    environment,
    Array.from({ length: 40 }, (_, site) => domain(site)),
  )
  environment.answer = () => Promise.reject(new TypeError('no network'))
  for (let site = 0; site < 40; site++) await loaded(environment, site)
  await live(environment, environment.nowMs + DAY_MS)
  const keys = new Set(posts(environment).map(({ key }) => key))
  assert.ok(posts(environment).length > keys.size, 'some were tried again')
  environment.answer = () => Response.json({ accepted: true, reason: null }, { status: 201 })
  const before = posts(environment).length
  await live(environment, environment.nowMs + 4 * DAY_MS)
  const after = posts(environment).slice(before)
  assert.equal(after.length, 40)
  assert.equal(new Set(after.map(({ key }) => key)).size, 40)
  for (const key of keys) assert.ok(after.some((record) => record.key === key))
})

test('attempts become rarer, and none is made before the server’s Retry-After', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [domain(1)])
  const times: number[] = []
  environment.answer = () => {
    times.push(environment.nowMs)
    return new Response(null, { status: 503, headers: { 'retry-after': '7200' } })
  }
  await loaded(environment, 1)
  await live(environment, environment.nowMs + 3 * DAY_MS)
  const apart = times.slice(1).map((at, i) => at - (times[i] ?? 0))
  assert.ok(apart.length >= 4 && apart.length < 40, `${apart}`)
  assert.ok(apart.every((ms) => ms >= 2 * HOUR_MS))
  assert.ok((apart.at(-1) ?? 0) > (apart[0] ?? 0))
})

test('what the server says decides what becomes of a record', async () => {
  const outcomes = new Map<number, string>()
  for (const status of [200, 400, 401, 404, 409, 413, 415, 422, 429, 500, 503]) {
    const environment = fakeEnvironment()
    await optIn(environment, [domain(1)])
    environment.answer = () => Response.json({ accepted: false, reason: 'already_counted' }, { status })
    await loaded(environment, 1)
    await live(environment, environment.nowMs + 7 * HOUR_MS)
    const { queue, history } = await environment.store.state()
    outcomes.set(status, history[0]?.outcome ?? (queue.length === 1 ? 'waits' : 'lost'))
  }
  assert.deepEqual(Object.fromEntries(outcomes), {
    200: 'already_counted',
    ...{ 400: 'refused', 401: 'waits', 404: 'refused', 409: 'waits', 413: 'refused', 415: 'refused' },
    ...{ 422: 'refused', 429: 'waits', 500: 'waits', 503: 'waits' },
  })
})

test('the queue holds at most 500 records, 256 KiB and seven days', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [domain(0)])
  environment.answer = () => Promise.reject(new TypeError('no network'))
  await loaded(environment, 0)
  const { queue: made } = await environment.store.state()
  const [item = assert.fail()] = made
  const before = await environment.store.state()
  const of = (site: number, problem: string | null) => ({
    ...{ ...item, problem },
    record: { ...item.record, site, key: crypto.randomUUID() },
  })
  const full = (problem: string | null) =>
    enqueue(
      { ...before, queue: Array.from({ length: 699 }, (_, site) => of(site, problem)) },
      of(699, problem),
    )
  const state = full(null)
  assert.equal(state.queue.length, MOST_QUEUED)
  assert.deepEqual([state.queue[0]?.record.site, state.queue.at(-1)?.record.site], [200, 699])
  const large = full('x'.repeat(600)).queue
  const bytes = large.reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0)
  assert.ok(bytes <= LARGEST_QUEUE_BYTES && bytes > LARGEST_QUEUE_BYTES - 2_000, `${bytes}`)
  assert.equal(large.at(-1)?.record.site, 699, 'the oldest give way')
  await environment.store.change(() => state)
  environment.nowMs += 8 * DAY_MS
  await sendDue(environment)
  const late = await environment.store.state()
  assert.deepEqual(late.queue, [])
  assert.equal(late.history.at(-1)?.outcome, 'expired')
  assert.deepEqual(environment.asked, [])
})

test('a second load of a site, protocol and day is not queued; another protocol and another day are', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [domain(1)])
  assert.equal(await loaded(environment, 1), null)
  assert.equal(await loaded(environment, 1), 'already_there')
  assert.equal(await loaded(environment, 1, { ...LOAD, proto: 'http/1.1' }), null)
  await live(environment, environment.nowMs + DAY_MS)
  assert.equal(await loaded(environment, 1), null)
})

test('no value of a record is the same for two sites but what describes the load', async () => {
  const environment = fakeEnvironment()
  await optIn(
    environment,
    Array.from({ length: 10 }, (_, site) => domain(site)),
  )
  for (let site = 0; site < 10; site++) await loaded(environment, site)
  await live(environment, environment.nowMs + 2 * DAY_MS)
  const records = posts(environment)
  assert.equal(records.length, 10)
  for (const name of ['cid', 'key', 'site'])
    assert.equal(new Set(records.map((each) => each[name])).size, 10, name)
})

test('an opt-out while the record is on its way is followed by its deletion, not overtaken', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [domain(1)])
  await loaded(environment, 1)
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const events: string[] = []
  environment.answer = async ({ method }) => {
    events.push(`${method} asked`)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    arrived.resolve()
    await release.promise
    events.push('POST answered')
    return Response.json({ accepted: true, reason: null }, { status: 201 })
  }
  environment.nowMs += 6 * HOUR_MS
  const sending = sendDue(environment)
  await arrived.promise
  const leaving = optOut(environment, 'all')
  // The consent is gone at once; its deletion waits its turn.
  while ((await environment.store.state()).deletions.length === 0) await new Promise(setImmediate)
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  release.resolve()
  await Promise.all([sending, leaving])
  assert.deepEqual(events, ['POST asked', 'POST answered', 'DELETE asked'])
  const { queue, pseudonyms, deletions, consent } = await environment.store.state()
  assert.deepEqual([queue, pseudonyms, deletions, consent], [[], [], [], null])
})

test('a worker that dies while it waits for an answer has left an alarm behind', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, [domain(1)])
  await loaded(environment, 1)
  environment.nowMs += 6 * HOUR_MS
  for (const [alarm, begin] of [
    ['send', () => void sendDue(environment)],
    ['delete', () => void optOut(environment, 'all')],
  ] as const) {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    environment.answer = () => {
      asked.resolve()
      return answer.promise
    }
    environment.alarms.clear()
    begin()
    await asked.promise
    assert.ok((environment.alarms.get(alarm) ?? 0) > environment.nowMs, alarm)
    answer.resolve(new Response(null, { status: 503 }))
  }
})

test('many pseudonyms are deleted in requests that the server can take', async () => {
  const environment = fakeEnvironment()
  await optIn(
    environment,
    STUDY.sites.map(({ domain }) => domain),
  )
  for (let site = 0; site < 650; site++) await loaded(environment, site)
  environment.answer = ({ method }) => new Response(null, { status: method === 'DELETE' ? 204 : 503 })
  await deleteEverything(environment)
  const deletes = environment.asked.filter(({ method }) => method === 'DELETE')
  assert.deepEqual(
    deletes.map(({ body }) => (body.cids as string[]).length),
    [300, 300, 50],
  )
  assert.equal(environment.asked.length, 3)
  assert.equal((await environment.store.state()).secret, null)
  assert.deepEqual(environment.collectedOn, [])
})

test('another server is another recipient: consent ends and the old one is asked to forget, with its own invite', async () => {
  const environment = fakeEnvironment()
  environment.settings = { server: 'https://old.example', invite: 'a-token-of-the-old-server' }
  await optIn(environment, [domain(1)])
  await loaded(environment, 1)
  environment.answer = () => new Response(null, { status: 503 })
  await setCollector(environment, { server: 'https://new.example', invite: 'a-token-of-the-new-server' })
  environment.settings = { server: 'https://new.example', invite: 'a-token-of-the-new-server' }
  await live(environment, environment.nowMs + DAY_MS)
  assert.equal((await environment.store.state()).consent, null)
  assert.ok(environment.asked.length >= 2)
  for (const { url, method, headers } of environment.asked) {
    assert.deepEqual([url, method], ['https://old.example/api/v1/contributions', 'DELETE'])
    assert.equal(headers.authorization, 'Bearer a-token-of-the-old-server')
  }
})

test('without consent, permission, choice or server, and while paused, nothing is queued', async () => {
  const environment = fakeEnvironment()
  assert.equal(await loaded(environment, 1), 'no_consent')
  await optIn(environment, [domain(1)])
  assert.equal(await loaded(environment, 2), 'site_not_chosen')
  environment.permissions = ['https://site2.test/*']
  assert.equal(await loaded(environment, 1), 'no_permission')
  environment.permissions = 'all'
  environment.settings = { server: null, invite: null }
  assert.equal(await loaded(environment, 1), 'no_server')
  environment.settings = { server: 'https://towline.example', invite: null }
  await setPaused(environment, true)
  assert.equal(await loaded(environment, 1), 'paused')
  assert.deepEqual(environment.collectedOn, [])
  await setPaused(environment, false)
  assert.deepEqual(environment.collectedOn, ['https://site1.test/*', 'https://www.site1.test/*'])
  assert.equal(await loaded(environment, 1), null)
})
