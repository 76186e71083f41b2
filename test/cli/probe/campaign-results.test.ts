import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readCheck } from '../../../cli/check/check-report.ts'
import { campaignResults } from '../../../cli/probe/campaign-results.ts'
import { isSettled } from '../../../cli/probe/campaign-settled.ts'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { type CampaignRow, campaignById } from '../../../db/campaign/campaigns.ts'
import type { Database } from '../../../db/connection/database.ts'
import { median } from '../../../stats/median.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import type { Fixture } from '../../server/fixture.ts'
import { openFixture } from '../../server/fixture-template.ts'

let on: TestDatabase
let db: Database
let fixture: Fixture
let campaign: CampaignRow
before(async () => {
  on = await temporarySqlite()
  ;({ db, fixture } = await openFixture(on))
  campaign = (await campaignById(db, fixture.campaignId)) ?? assert.fail()
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await on[Symbol.asyncDispose]()
})

test('each site has a result for each arm, with the counts and medians of its samples', async () => {
  const results = await campaignResults(db, campaign)
  assert.equal(results.length, 9)
  for (const [i, { arm, valid, invalid, failed, pltMs }] of results.entries()) {
    const samples = fixture.samples.filter(
      (sample) => sample.site === Math.floor(i / 3) && sample.arm === arm,
    )
    const count = (state: string) => samples.filter((sample) => sample.state === state).length
    assert.deepEqual([valid, invalid, failed], [count('valid'), count('invalid'), count('failed')])
    const values = samples.flatMap(({ state, metrics }) => (state === 'valid' ? (metrics.plt_ms ?? []) : []))
    assert.equal(pltMs, median(values) ?? null)
  }
})

test('the baseline has no comparison, every other arm one', async () => {
  for (const { arm, comparison } of await campaignResults(db, campaign))
    assert.equal(comparison === null, arm === 'h1', arm)
})

test('a site is settled where every gain is known within the share; without a share never', async () => {
  const [site] = await campaignSites(db, campaign.id)
  assert.ok(site)
  assert.equal(await isSettled(db, campaign, null, site), false)
  assert.equal(await isSettled(db, campaign, 100, site), true)
  assert.equal(await isSettled(db, campaign, 1e-9, site), false)
  const alone = { ...site, arms: { ...site.arms, applied: ['h1' as const] } }
  assert.equal(await isSettled(db, campaign, 100, alone), false)
})

test('a check cannot be read of a campaign without a surveyed site', async () => {
  await assert.rejects(readCheck(db, { ...campaign, surveyId: null }), /has no surveyed site/)
})
