import assert from 'node:assert/strict'
import { acquireCampaign } from '../../../db/campaign/campaign-leases.ts'
import { campaignSites, changeSite, recordOrigins } from '../../../db/campaign/campaign-sites.ts'
import { claimNextSample, releaseSample } from '../../../db/campaign/sample-claims.ts'
import { readSamples, sampleCounts } from '../../../db/campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'
import { claimed, heldCampaign, keyOf, NOTHING_KNOWN, newCampaign, newSite, record } from './probing.ts'
import { collect } from './samples.ts'

const statesOf = async (...[db, id]: Parameters<typeof campaignSites>) =>
  (await campaignSites(db, id)).map(({ state }) => state)

withEveryDatabase('samples are claimed in the order of the schedule, each once', async (db) => {
  const lease = await heldCampaign(db)
  const keys: string[] = []
  for (let n = 0; n < 8; n += 1) {
    const sample = await claimed(db, lease)
    assert.equal(sample.attempt, 1)
    keys.push(keyOf(sample))
    await record(db, lease, { sample })
  }
  assert.deepEqual(keys, [...newCampaign().schedule].map(keyOf))
  assert.deepEqual(await claimNextSample(db, lease), { sample: null, poisoned: [] })
  assert.deepEqual(await statesOf(db, lease.campaignId), ['done', 'done'])
})

withEveryDatabase('an attempt is counted before it starts; a site is active from then on', async (db) => {
  const lease = await heldCampaign(db)
  const { id, site } = await claimed(db, lease)
  const [row] = await db.query('SELECT attempt, owner, state FROM samples WHERE id = ?', [id])
  assert.deepEqual({ ...row }, { attempt: 1, owner: 'me', state: 'pending' })
  assert.equal((await campaignSites(db, lease.campaignId))[site]?.state, 'active')
  assert.equal((await campaignSites(db, lease.campaignId))[1 - site]?.state, 'pending')
})

withEveryDatabase('sites can be left out of a claim', async (db) => {
  const lease = await heldCampaign(db)
  const { sample } = await claimNextSample(db, lease, { except: [0] })
  assert.equal(sample?.site, 1)
  assert.equal((await claimNextSample(db, lease, { except: [0, 1] })).sample, null)
})

withEveryDatabase(
  'a sample during which two runs were killed is failed as poison, and the next one is claimed',
  async (db) => {
    const first = await heldCampaign(db)
    const sample = await claimed(db, first)
    const second = { ...first, owner: 'second run' }
    assert.ok(await acquireCampaign(db, { ...second, leaseMs: 60_000 }, () => true))
    const again = await claimed(db, second)
    assert.deepEqual(again, { ...sample, attempt: 2 })
    const third = { ...first, owner: 'third run' }
    assert.ok(await acquireCampaign(db, { ...third, leaseMs: 60_000 }, () => true))
    const next = await claimNextSample(db, third)
    assert.deepEqual(next.poisoned, [again])
    assert.notEqual(next.sample?.id, sample.id)
    const rows = await collect(readSamples(db, first.campaignId))
    const poisoned = rows.find(({ id }) => id === sample.id)
    assert.deepEqual([poisoned?.state, poisoned?.reason, poisoned?.attempt], ['failed', 'poison', 2])
    assert.equal(rows.length, 8)
  },
)

withEveryDatabase('a site whose last sample is poison is done', async (db) => {
  const arms = { applied: ['h1' as const], leftOut: {} }
  const lease = await heldCampaign(db, { sites: [newSite('a.test', { arms })], rounds: 1 })
  await claimed(db, lease)
  await claimed(db, lease)
  const { sample, poisoned } = await claimNextSample(db, lease)
  assert.equal(sample, null)
  assert.equal(poisoned.length, 1)
  assert.deepEqual(await statesOf(db, lease.campaignId), ['done'])
})

withEveryDatabase('a sample that is given back was not attempted', async (db) => {
  const lease = await heldCampaign(db)
  const sample = await claimed(db, lease)
  await releaseSample(db, { ...lease, owner: 'you' }, sample)
  assert.equal((await claimed(db, lease)).attempt, 2, 'not another’s to give back')
  await releaseSample(db, lease, { ...sample, attempt: 2 })
  await releaseSample(db, lease, { ...sample, attempt: 2 })
  assert.deepEqual(await claimed(db, lease), { ...sample, attempt: 2 })
})

withEveryDatabase('what is pending of a settled site is removed, its results stay', async (db) => {
  const lease = await heldCampaign(db)
  for (let n = 0; n < 4; n += 1) await record(db, lease)
  await changeSite(db, lease, { site: 0, end: { state: 'settled', detail: '±2 %' } })
  assert.deepEqual(await sampleCounts(db, lease.campaignId), [
    { site: 0, arm: 'h1', state: 'valid', samples: 1 },
    { site: 0, arm: 'h2', state: 'valid', samples: 1 },
    { site: 1, arm: 'h1', state: 'pending', samples: 1 },
    { site: 1, arm: 'h1', state: 'valid', samples: 1 },
    { site: 1, arm: 'h2', state: 'pending', samples: 1 },
    { site: 1, arm: 'h2', state: 'valid', samples: 1 },
  ])
  assert.equal((await claimed(db, lease)).site, 1)
  const [settled] = await campaignSites(db, lease.campaignId)
  assert.deepEqual([settled?.state, settled?.stateDetail], ['settled', '±2 %'])
})

for (const state of ['parked', 'poison'] as const) {
  withEveryDatabase(`what is pending of a ${state} site fails with that code`, async (db) => {
    const lease = await heldCampaign(db)
    const sample = await claimed(db, lease)
    const change = { strikes: 3, end: { state, detail: 'status 429' } }
    await record(db, lease, { sample, result: NOTHING_KNOWN, change })
    const rows = await collect(readSamples(db, lease.campaignId, { site: sample.site }))
    assert.equal(rows.length, 4)
    for (const row of rows) {
      const failure = row.id === sample.id ? ['browser_not_started', 'no such file'] : [state, 'status 429']
      assert.deepEqual([row.state, row.reason, row.detail], ['failed', ...failure])
    }
    const site = (await campaignSites(db, lease.campaignId))[sample.site]
    assert.deepEqual([site?.state, site?.stateDetail, site?.strikes], [state, 'status 429', 3])
    assert.equal((await claimed(db, lease)).site, 1 - sample.site)
  })
}

withEveryDatabase('a strike leaves the site and its samples as they are', async (db) => {
  const lease = await heldCampaign(db)
  await changeSite(db, lease, { site: 0, strikes: 2 })
  const [site] = await campaignSites(db, lease.campaignId)
  assert.deepEqual([site?.state, site?.strikes], ['pending', 2])
  assert.equal((await collect(readSamples(db, lease.campaignId))).length, 8)
})

withEveryDatabase(
  'a site whose origins are known has them, and no samples of arms that they rule out',
  async (db) => {
    const arms = { applied: ['h2' as const, 'h3' as const], leftOut: {} }
    const lease = await heldCampaign(db, {
      sites: [newSite('a.test', { arms }), newSite('b.test', { arms })],
    })
    const left = { applied: ['h2' as const], leftOut: { h3: 'no origin serves it' } }
    await recordOrigins(db, lease, { site: 0, forcedOrigins: [], arms: left })
    await recordOrigins(db, lease, { site: 1, forcedOrigins: ['b.test'], arms })
    const [a, b] = await campaignSites(db, lease.campaignId)
    assert.deepEqual([a?.forcedOrigins, a?.arms, a?.state], [[], left, 'pending'])
    assert.deepEqual([b?.forcedOrigins, b?.arms], [['b.test'], arms])
    assert.deepEqual((await collect(readSamples(db, lease.campaignId))).map(keyOf).sort(), [
      '0 h2 0',
      '0 h2 1',
      '1 h2 0',
      '1 h2 1',
      '1 h3 0',
      '1 h3 1',
    ])
    for (const { site, round, position } of await collect(readSamples(db, lease.campaignId, { site: 0 })))
      assert.equal(position, 0, keyOf({ site, arm: 'h2', round }))
    const none = { applied: [], leftOut: { h2: 'x', h3: 'x' } }
    await recordOrigins(db, lease, { site: 1, forcedOrigins: [], arms: none })
    assert.deepEqual(await statesOf(db, lease.campaignId), ['pending', 'done'])
  },
)
