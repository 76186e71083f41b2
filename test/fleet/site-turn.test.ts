import assert from 'node:assert/strict'
import { slots } from '../../crawler/survey/run/slots.ts'
import type { Database } from '../../db/connection/database.ts'
import { siteRestMs } from '../../db/fleet/site-loads.ts'
import { type SiteTurnOptions, siteTurn } from '../../fleet/polite/site-turn.ts'
import { onEveryDatabase } from '../db/databases.ts'

const optionsOf = (db: Database, changes: Partial<SiteTurnOptions> = {}): SiteTurnOptions => ({
  db,
  siteSlots: slots(1),
  addressSlots: slots(1),
  addressOf: async () => null,
  gapMs: 0,
  signal: new AbortController().signal,
  ...changes,
})

onEveryDatabase('two rounds of a site are apart, whoever loads it', async (database) => {
  await using db = await database.open()
  const startMs = performance.now()
  {
    await using _turn = await siteTurn('a.test', optionsOf(db, { gapMs: 400 }))
  }
  await using _again = await siteTurn('a.test', optionsOf(db, { gapMs: 400 }))
  assert.ok(performance.now() - startMs >= 350)
})

onEveryDatabase('a site whose worker is killed in its turn is left alone as well', async (database) => {
  await using db = await database.open()
  await siteTurn('a.test', optionsOf(db))
  assert.ok((await siteRestMs(db, 'a.test', 3_600_000)) > 0)
})

/** How many of six sites have their turn at once, at most. */
async function mostAtOnce(db: Database, address: string | null): Promise<number> {
  const options = optionsOf(db, { addressSlots: slots(2), addressOf: async () => address })
  let now = 0
  let most = 0
  const load = async (domain: string): Promise<void> => {
    await using _turn = await siteTurn(domain, options)
    now += 1
    most = Math.max(most, now)
    // Whoever else may begin has begun when the database has answered so often.
    for (let turn = 0; turn < 10; turn += 1) await siteRestMs(db, domain, 0)
    now -= 1
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => load(`${name}.test`)))
  return most
}

onEveryDatabase('sites of one address have their turns two at a time', async (database) => {
  await using db = await database.open()
  assert.equal(await mostAtOnce(db, '192.0.2.1'), 2)
  assert.ok((await mostAtOnce(db, null)) > 2)
})
