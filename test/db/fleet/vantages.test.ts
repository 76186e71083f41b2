import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordSiteLoad, siteRestMs } from '../../../db/fleet/site-loads.ts'
import {
  databaseTime,
  listVantages,
  recordVantage,
  VANTAGE_NAME,
  vantageByName,
} from '../../../db/fleet/vantages.ts'
import { withEveryDatabase } from '../databases.ts'

const MEASURED = {
  name: 'tokyo',
  measuredAt: '2026-11-23T06:00:00.000Z',
  toolVersion: '0.2.0',
  place: 'Tokyo, Japan',
  network: 'AS2497',
  ipv4: true,
  ipv6: false,
  resolver: '192.0.2.53',
  rtts: [
    { name: 'near.test', address: '192.0.2.1', rttMs: 3.25 },
    { name: 'away.test', address: null, rttMs: null },
  ],
  clockOffsetMs: -0.5,
  clockErrorMs: 1.5,
}

withEveryDatabase('a vantage point is read back as it was recorded', async (db) => {
  await recordVantage(db, MEASURED)
  assert.deepEqual(await vantageByName(db, 'tokyo'), { ...MEASURED, createdAt: MEASURED.measuredAt })
  assert.equal(await vantageByName(db, 'dublin'), null)
})

withEveryDatabase('a new measurement replaces the old one, and what its owner said stays', async (db) => {
  await recordVantage(db, MEASURED)
  await recordVantage(db, {
    ...MEASURED,
    measuredAt: '2026-11-24T06:00:00.000Z',
    place: null,
    network: 'AS64500',
    ipv6: null,
    rtts: null,
    clockOffsetMs: null,
    clockErrorMs: null,
  })
  await recordVantage(db, { ...MEASURED, name: 'dublin' })
  const [dublin, tokyo, ...others] = await listVantages(db)
  assert.deepEqual(others, [])
  assert.equal(dublin?.name, 'dublin')
  assert.deepEqual(
    [
      tokyo?.createdAt,
      tokyo?.measuredAt,
      tokyo?.place,
      tokyo?.network,
      tokyo?.ipv6,
      tokyo?.rtts,
      tokyo?.clockOffsetMs,
    ],
    [MEASURED.measuredAt, '2026-11-24T06:00:00.000Z', 'Tokyo, Japan', 'AS64500', null, null, null],
  )
})

withEveryDatabase(
  'a site is left alone for a time after its last load, by the database’s clock',
  async (db) => {
    assert.equal(await siteRestMs(db, 'a.test', 3_600_000), 0)
    await recordSiteLoad(db, 'a.test')
    const rest = await siteRestMs(db, 'a.test', 3_600_000)
    assert.ok(rest > 0 && rest <= 3_600_000, String(rest))
    assert.equal(await siteRestMs(db, 'a.test', 0), 0)
    assert.equal(await siteRestMs(db, 'b.test', 3_600_000), 0)
    await recordSiteLoad(db, 'a.test')
    assert.ok((await databaseTime(db)) > Date.parse('2026-01-01'))
  },
)

test('names of vantage points are short and good in URLs', () => {
  for (const name of ['tokyo', 'a', 'uni-2', 'a'.repeat(40)]) assert.match(name, VANTAGE_NAME)
  for (const name of ['', 'Tokyo', '-a', 'a-', 'a b', 'a/b', 'ä', 'a'.repeat(41)])
    assert.doesNotMatch(name, VANTAGE_NAME)
})
