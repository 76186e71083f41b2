import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../../db/connection/database.ts'
import { comparisons } from '../../../server/routes/comparisons.ts'
import { siteVantages } from '../../../server/routes/site-vantages.ts'
import { type GainRatio, gainRatio } from '../../../stats/comparison/gain-ratio.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'
import { ROUNDS, type VantageCampaign, vantageCampaign } from '../vantage-campaign.ts'

const DOMAIN = 'seen.test'

const campaign = (db: Database, changes: Omit<VantageCampaign, 'domain'>): Promise<number> =>
  vantageCampaign(db, { domain: DOMAIN, ...changes })

const bench = opened(handlerBench)

const answer = (query: Record<string, string> = {}) =>
  bench.answer('siteVantages', siteVantages, { domain: DOMAIN }, query)

test('the gains from vantage points are compared with that from the first by name', async () => {
  const { writer } = bench
  await campaign(writer, { gain: 9, vantage: 'dublin' })
  const dublin = await campaign(writer, { gain: 1.2, vantage: 'dublin' })
  await campaign(writer, { gain: 9, vantage: 'lima', device: 'Pixel 2' })
  const lima = await campaign(writer, { gain: 1.21, vantage: 'lima' })
  const tokyo = await campaign(writer, { gain: 1.6, vantage: 'tokyo' })
  const { rows, reference, pending, url } = await answer()
  assert.deepEqual([reference, pending, url], ['dublin', false, `https://${DOMAIN}/`])
  assert.deepEqual(
    rows.map(({ arm, vantage, campaignId, n, differs }) => [arm, vantage, campaignId, n, differs]),
    [
      ['h2', 'dublin', dublin, ROUNDS, null],
      ['h2', 'lima', lima, ROUNDS, false],
      ['h2', 'tokyo', tokyo, ROUNDS, true],
    ],
  )
  const gains = await Promise.all(
    rows.map(async ({ campaignId, site }) => {
      const found = await bench.answer('comparisons', comparisons, {
        id: String(campaignId),
        site: String(site),
      })
      const { gain, gainInterval } = found.rows[0] ?? assert.fail()
      assert.ok(gain !== null && gainInterval !== null)
      return { gain, interval: [gainInterval.low, gainInterval.high] as const }
    }),
  )
  const [base] = gains
  assert.ok(base)
  for (const [index, row] of rows.entries()) {
    const gained = gains[index] ?? assert.fail()
    assert.deepEqual([row.gain, row.gainInterval?.low], [gained.gain, gained.interval[0]])
    const expected: GainRatio | null = index === 0 ? null : gainRatio(gained, base)
    assert.deepEqual(
      [row.ratio, row.ratioInterval?.low, row.ratioInterval?.high, row.smallestDetectablePercent],
      [
        expected?.ratio ?? null,
        expected?.interval?.[0],
        expected?.interval?.[1],
        expected?.couldHaveShownPercent ?? null,
      ],
    )
  }
  const turned = await answer({ reference: 'tokyo' })
  assert.deepEqual(
    turned.rows.map(({ vantage, differs }) => [vantage, differs]),
    [
      ['dublin', true],
      ['lima', true],
      ['tokyo', null],
    ],
  )
  await assert.rejects(answer({ reference: 'nowhere' }), { code: 'not_found' })
})

test('campaigns under other conditions than the newest are not compared with it', async () => {
  const { writer } = bench
  const link = { condition: { rttMs: 100 }, measured: {} }
  const latest = await campaign(writer, { gain: 2, vantage: 'tokyo', link })
  const { rows, configuredLink } = await answer()
  assert.deepEqual(configuredLink, { rttMs: 100 })
  assert.deepEqual(
    rows.map(({ campaignId, ratio }) => [campaignId, ratio]),
    [[latest, null]],
  )
})

test('with too few rounds of one of them nothing is said of a difference', async () => {
  const { writer } = bench
  const link = { condition: { rttMs: 200 }, measured: {} }
  await campaign(writer, { gain: 2, vantage: 'dublin', link, rounds: 2 })
  await campaign(writer, { gain: 2, vantage: 'tokyo', link })
  const [few, enough] = (await answer()).rows
  assert.deepEqual([few?.n, few?.gainInterval], [2, null])
  assert.deepEqual([enough?.n, enough?.ratioInterval, enough?.differs], [ROUNDS, null, null])
  assert.notEqual(enough?.ratio, null)
})

test('a site that no live campaign has loaded has no such answer', async () => {
  for (const domain of ['site3.test', 'a.lab.test', 'nowhere.test'])
    await assert.rejects(bench.answer('siteVantages', siteVantages, { domain }), { code: 'not_found' })
})
