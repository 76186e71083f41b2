import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressBuckets } from '../../../server/collection/address-bucket.ts'
import { VisitorLimits } from '../../../server/collection/visitor-limits.ts'
import { collector, failureOf } from './collector.ts'
import { record, TODAY } from './records.ts'
import { ANY_NUMBER } from './serve-folder.ts'

const MINUTE_MS = 60_000

/** A clock that is set by hand, of both kinds. */
function clocks() {
  let ms = 0
  return {
    clock: () => ms,
    now: () => new Date(Date.parse(`${TODAY}T23:00:00Z`) + ms).toISOString(),
    pass(by: number) {
      ms += by
    },
  }
}

test('so many may come at once, and again as time passes; who is turned away is reported how long to wait', () => {
  const { pass, ...clock } = clocks()
  const limits = new VisitorLimits({ ...clock, perMinute: 60, perDay: 0, subjectsPerDay: 0, perSubject: 0 })
  const waits = (times: number): number[] => Array.from({ length: times }, () => limits.countRequest('a'))
  assert.deepEqual(waits(61), [...Array<number>(60).fill(0), 1])
  assert.equal(limits.countRequest('b'), 0, 'another is not meant')
  pass(1_000)
  assert.deepEqual(waits(2), [0, 1])
  pass(10 * MINUTE_MS)
  assert.deepEqual(waits(61), [...Array<number>(60).fill(0), 1], 'and no more for having waited longer')
})

test('so many may come in a day, and as many on the next', () => {
  const { pass, ...clock } = clocks()
  const limits = new VisitorLimits({ ...clock, perMinute: 0, perDay: 3, subjectsPerDay: 2, perSubject: 3 })
  assert.deepEqual(
    [1, 2, 3, 4].map(() => limits.countRequest('a')),
    [0, 0, 0, 3_600],
  )
  assert.deepEqual(
    ['x', 'y', 'x', 'z', 'x', 'x'].map((thing) => limits.countSubject('a', thing)),
    [0, 0, 0, 3_600, 0, 3_600],
  )
  pass(59 * MINUTE_MS)
  assert.equal(limits.countRequest('a'), 60)
  pass(MINUTE_MS)
  assert.equal(limits.countRequest('a'), 0)
  assert.equal(limits.countSubject('a', 'z'), 0)
})

test('no more visitors are remembered than there is room for: the one that came first is forgotten', () => {
  const { pass: _, ...clock } = clocks()
  const limits = new VisitorLimits({
    ...clock,
    perMinute: 0,
    perDay: 1,
    subjectsPerDay: 0,
    perSubject: 0,
    mostBuckets: 2,
  })
  const comes = (...names: string[]): boolean[] => names.map((name) => limits.countRequest(name) === 0)
  assert.deepEqual(comes('a', 'b', 'a', 'c', 'b', 'c', 'a'), [true, true, false, true, false, false, true])
})

test('the addresses of a /56 share a name, which nobody can undo and which lasts a day', () => {
  const buckets = new AddressBuckets()
  const of = (address: string | undefined, day = TODAY): string => buckets.bucketName(address, day)
  const same = ['2001:db8:1:ff00::1', '2001:db8:1:ff00:ffff:ffff:ffff:ffff', '2001:db8:1:ffff::']
  assert.equal(new Set(same.map((address) => of(address))).size, 1)
  assert.notEqual(of('2001:db8:1:fe00::1'), of('2001:db8:1:ff00::1'))
  assert.equal(of('::ffff:192.0.2.1'), of('192.0.2.1'))
  assert.notEqual(of('192.0.2.2'), of('192.0.2.1'))
  assert.equal(of('nonsense'), of(undefined))
  assert.match(of('192.0.2.1'), /^[\w-]{43}$/)
  assert.notEqual(
    new AddressBuckets().bucketName('192.0.2.1', TODAY),
    of('192.0.2.1'),
    'the salt is this process’s own',
  )
  const today = of('192.0.2.1')
  assert.notEqual(of('192.0.2.1', '2026-11-21'), today)
})

test('who sends too much is reported 429 and when to come back; the address before our own proxies counts', async () => {
  // No time passes, in which one more would be allowed.
  await using server = await collector({
    ...{ proxies: 1, clock: () => 0 },
    collect: { ...ANY_NUMBER, perMinute: 4 },
  })
  const from = async (forwarded: string): Promise<number> =>
    (await server.post(record(), { 'X-Forwarded-For': forwarded })).status
  // One deletion was sent before, which has a limit of its own.
  const statuses: number[] = []
  for (let index = 0; index < 5; index += 1) statuses.push(await from(`10.9.9.${index}, 192.0.2.1`))
  assert.deepEqual(statuses, [201, 201, 201, 201, 429], 'what a client writes itself buys nothing')
  assert.equal(await from('192.0.2.2'), 201)
  const addresses = [1, 2, 3, 4, 5].map((index) => `2001:db8:1:ff0${index}::${index}`)
  const perPrefix: number[] = []
  for (const address of addresses) perPrefix.push(await from(address))
  assert.deepEqual(perPrefix, [201, 201, 201, 201, 429], 'a /56 is one customer')
  const refused = await server.post(record(), { 'X-Forwarded-For': '192.0.2.1' })
  assert.equal(refused.headers.get('retry-after'), '15')
  assert.equal((await failureOf(refused)).error, 'too_many_requests')
})

test('without a proxy X-Forwarded-For is nothing', async () => {
  await using server = await collector({ collect: { ...ANY_NUMBER, perDay: 2 } })
  const statuses: number[] = []
  for (let index = 0; index < 3; index += 1)
    statuses.push((await server.post(record(), { 'X-Forwarded-For': `192.0.2.${index}` })).status)
  assert.deepEqual(statuses, [201, 201, 429])
})

test('an address contributes to so many sites a day, as often as it likes', async () => {
  await using server = await collector({ collect: { ...ANY_NUMBER, sitesPerDay: 2 } })
  const statuses: number[] = []
  for (const site of [0, 1, 0, 2, 1]) statuses.push((await server.post(record({ site }))).status)
  assert.deepEqual(statuses, [201, 201, 201, 429, 201])
  const refused = await server.post(record({ site: 2 }))
  assert.equal(refused.headers.get('retry-after'), String(12 * 3_600))
})

test('an address contributes so many loads of one site a day', async () => {
  await using server = await collector({ collect: { ...ANY_NUMBER, perSiteAndDay: 2 } })
  const statuses: number[] = []
  for (const site of [0, 0, 0, 1]) statuses.push((await server.post(record({ site }))).status)
  assert.deepEqual(statuses, [201, 201, 429, 201])
})

test('deletions have a limit of their own', async () => {
  await using server = await collector({ collect: {} })
  const { cid } = record()
  let refused: Response | null = null
  for (let index = 0; index < 20 && refused === null; index += 1) {
    const response = await server.remove([cid])
    if (response.status !== 204) refused = response
  }
  assert.equal(refused?.status, 429)
  assert.equal((await server.post(record())).status, 201)
})
