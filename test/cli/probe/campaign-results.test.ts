import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readCheck } from '../../../cli/check/check-report.ts'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { campaignResults } from '../../../cli/probe/campaign-results.ts'
import { isSettled } from '../../../cli/probe/campaign-settled.ts'
import { hasEnoughRounds } from '../../../cli/probe/enough-rounds.ts'
import { exitOfTaken } from '../../../cli/probe/nothing-valid.ts'
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

test('a site with spare rounds ends when each arm has enough valid rounds, and does not wait for an arm that has none', async () => {
  const [site] = await campaignSites(db, campaign.id)
  assert.ok(site)
  const results = (await campaignResults(db, campaign)).filter(({ site: domain }) => domain === site.domain)
  const pairs = results.flatMap(({ comparison }) => (comparison === null ? [] : [comparison.n]))
  const fewest = Math.min(...pairs)
  assert.ok(fewest > 0)
  assert.equal(await hasEnoughRounds(db, campaign, fewest, site), true)
  assert.equal(await hasEnoughRounds(db, campaign, fewest + 1, site), false)
  const dead = {
    query: async (sql: string, values: unknown[]) =>
      (await db.query(sql, values as never)).filter(({ arm, state }) => arm !== 'h3' || state === 'failed'),
  } as unknown as Database
  const others = results.flatMap(({ arm, comparison }) =>
    comparison === null || arm === 'h3' ? [] : [comparison.n],
  )
  assert.equal(await hasEnoughRounds(dead, campaign, 1, site), Math.min(...others) >= 1)
})

test('a page none of whose loads counts is given up after two rounds, unless that is this machine’s doing', async () => {
  const [site] = await campaignSites(db, campaign.id)
  assert.ok(site)
  const lost = (reason: string, samples: number) =>
    ({
      query: async (sql: string, values: unknown[]) =>
        sql.includes('sample_tallies')
          ? site.arms.applied.map((arm) => ({ site: site.site, arm, state: 'failed', reason, samples }))
          : await db.query(sql, values as never),
    }) as unknown as Database
  assert.equal(await hasEnoughRounds(lost('page_timeout', 1), campaign, 6, site), false)
  assert.equal(await hasEnoughRounds(lost('page_timeout', 2), campaign, 6, site), true)
  assert.equal(await hasEnoughRounds(lost('machine_busy', 2), campaign, 6, site), false)
  assert.equal(await hasEnoughRounds(lost('machine_busy', 6), campaign, 6, site), true)
})

test('a campaign without a valid load ends with its own exit code, and its reasons', async () => {
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  assert.equal(await exitOfTaken(db, [campaign.id], say), EXIT.ok)
  assert.deepEqual(said, [])
  assert.equal(await exitOfTaken(db, [], say), EXIT.noResult)
  assert.deepEqual(said.splice(0), ['nothing valid was measured (no load was taken)'])
  const lost = {
    query: async (sql: string, values: unknown[]) =>
      (await db.query(sql, values as never)).filter(({ state }) => state !== 'valid'),
  } as unknown as Database
  assert.equal(await exitOfTaken(lost, [campaign.id], say), EXIT.noResult)
  assert.match(said[0] ?? '', /^nothing valid was measured \(.*loads?: [a-z_]+ \(.+\)/)
})

test('a check cannot be read of a campaign without a surveyed site', async () => {
  await assert.rejects(readCheck(db, { ...campaign, surveyId: null }), /has no surveyed site/)
})
