import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slots } from '../../crawler/survey/run/slots.ts'
import type { Database } from '../../db/connection/database.ts'
import { siteRestMs } from '../../db/fleet/site-loads.ts'
import { placesOf, UNKNOWN_ADDRESS } from '../../fleet/polite/counted-addresses.ts'
import { type SiteTurnOptions, siteTurn } from '../../fleet/polite/site-turn.ts'
import { withEveryDatabase } from '../db/databases.ts'

const optionsOf = (db: Database, changes: Partial<SiteTurnOptions> = {}): SiteTurnOptions => ({
  db,
  siteSlots: slots(1),
  addressSlots: slots(1),
  addressesOf: async () => [],
  gapMs: 0,
  signal: new AbortController().signal,
  ...changes,
})

withEveryDatabase('two rounds of a site are apart, whoever loads it', async (db) => {
  const startMs = performance.now()
  {
    await using _turn = await siteTurn('a.test', optionsOf(db, { gapMs: 400 }))
  }
  await using _again = await siteTurn('a.test', optionsOf(db, { gapMs: 400 }))
  assert.ok(performance.now() - startMs >= 350)
})

withEveryDatabase('a wait of more than five seconds for a site is spoken of', async (db) => {
  {
    await using _turn = await siteTurn('a.test', optionsOf(db))
  }
  const stop = new AbortController()
  const spoken: number[] = []
  const onRest = (restMs: number): void => {
    spoken.push(restMs)
    stop.abort()
  }
  const waiting = siteTurn('a.test', optionsOf(db, { gapMs: 3_600_000, onRest, signal: stop.signal }))
  await assert.rejects(waiting, { name: 'AbortError' })
  assert.equal(spoken.length, 1)
})

withEveryDatabase('a site whose worker is killed in its turn is left alone as well', async (db) => {
  await siteTurn('a.test', optionsOf(db))
  assert.ok((await siteRestMs(db, 'a.test', 3_600_000)) > 0)
})

/** How many of six sites have their turn at once, at most. */
async function mostAtOnce(db: Database, addressesOf: (nth: number) => readonly string[]): Promise<number> {
  const options = optionsOf(db, { addressSlots: slots(2) })
  let now = 0
  let most = 0
  const load = async (domain: string, nth: number): Promise<void> => {
    await using _turn = await siteTurn(domain, { ...options, addressesOf: async () => addressesOf(nth) })
    now += 1
    most = Math.max(most, now)
    // Whoever else may begin has begun when the database has answered so often.
    for (let turn = 0; turn < 10; turn += 1) await siteRestMs(db, domain, 0)
    now -= 1
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name, nth) => load(`${name}.test`, nth)))
  return most
}

withEveryDatabase('sites of one address have their turns two at a time', async (db) => {
  assert.equal(await mostAtOnce(db, () => ['192.0.2.1']), 2)
  assert.ok((await mostAtOnce(db, () => [])) > 2)
})

withEveryDatabase(
  'where one look-up found an address alone and another both, they are counted together',
  async (db) => {
    const found = [['192.0.2.1', '2001:db8::1'], ['2001:db8::1'], ['2001:db8::1', '192.0.2.1']]
    assert.equal(await mostAtOnce(db, (nth) => found[nth % 3] ?? []), 2)
  },
)

test('loads of hosts without a known address are counted together', () => {
  assert.deepEqual(placesOf({ a: [], aaaa: [] }), [UNKNOWN_ADDRESS])
  assert.deepEqual(placesOf({ a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] }), [
    '192.0.2.1',
    '2001:db8::1',
  ])
})
