import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FillOptions, fill, findFilled, roundsOfSites } from '../../../bench/server/fill.ts'
import { insertRate } from '../../../bench/server/insert-rate.ts'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { readSeries, type Series } from '../../../db/campaign/series.ts'
import type { Database } from '../../../db/connection/database.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { median } from '../../../stats/median.ts'
import { temporarySqlite } from '../../db/databases.ts'

const OPTIONS: FillOptions = {
  samples: 9_000,
  sites: 3,
  surveySites: 1_500,
  seed: 5,
  toolVersion: '0.1.0',
  signal: new AbortController().signal,
  clock: () => performance.now(),
  onProgress: () => undefined,
}

async function seriesOf(db: Database, campaignId: number): Promise<Series[]> {
  const sites = await Promise.all(
    [0, 1, 2].map((site) => readSeries(db, { campaignId, site, metric: 'plt_ms' })),
  )
  return sites.flat()
}

test('a tenth of the samples are of the first site, and the others have alike many', () => {
  const rounds = roundsOfSites(10_000_000, 2_000)
  assert.equal(rounds.length, 2_000)
  assert.equal(
    rounds.reduce((sum, roundCount) => sum + roundCount, 0),
    3_333_334,
  )
  assert.equal(rounds[0], 333_334)
  assert.deepEqual([...new Set(rounds.slice(1))].sort(), [1_500, 1_501])
  assert.deepEqual(roundsOfSites(9, 1), [3])
})

test('a filled database holds a finished survey and campaign, whose summaries are what its samples say', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const shown: number[] = []
  assert.equal(await findFilled(db, OPTIONS), null)
  const filled = await fill(db, { ...OPTIONS, onProgress: (samples) => shown.push(samples) })
  assert.equal((await findFilled(db, OPTIONS))?.id, filled.campaignId)
  assert.equal(await findFilled(db, { ...OPTIONS, seed: 6 }), null)
  assert.deepEqual([filled.samples, filled.rows, shown.at(-1)], [9_000, 54_000, 9_000])
  assert.match(insertRate(filled), /^9,000 samples with their metrics are 54,000 rows, .* rows\/s/)

  const survey = await surveyProgress(db, filled.surveyId)
  assert.deepEqual([survey.total, survey.done], [1_500, 1_500])
  const campaign = await campaignById(db, filled.campaignId)
  assert.deepEqual([campaign?.state, campaign?.surveyId], ['finished', filled.surveyId])
  assert.ok((await campaignSites(db, filled.campaignId)).every(({ state }) => state === 'done'))

  const tallies = await sampleTallies(db, filled.campaignId)
  const leftOut = tallies.filter(({ state }) => state !== 'valid')
  const count = leftOut.reduce((sum, { samples }) => sum + samples, 0)
  assert.ok(count > 0.015 * 9_000 && count < 0.025 * 9_000, `${count} are left out`)
  const recorded = await metricValues(db, filled.campaignId, 'plt_ms', { site: 1 })
  for (const { arm, rounds, values } of await readSeries(db, {
    campaignId: filled.campaignId,
    site: 1,
    metric: 'plt_ms',
  })) {
    const exact = recorded.filter((point) => point.arm === arm)
    assert.deepEqual(
      Array.from(rounds, (round, index) => [round, values[index]]),
      exact.map(({ round, value }) => [round, value]),
    )
    const middle = median(values) ?? 0
    assert.ok(middle > 100 && middle < 20_000, `the median of ${arm} is ${middle} ms`)
  }
})

test('equal seeds fill equally, and other seeds otherwise', async () => {
  const filledBy = async (seed: number): Promise<unknown> => {
    await using database = await temporarySqlite()
    await using db = await database.open()
    const { campaignId } = await fill(db, { ...OPTIONS, samples: 900, seed })
    return (await seriesOf(db, campaignId)).map(({ arm, values }) => [arm, [...values]])
  }
  const first = await filledBy(5)
  assert.deepEqual(await filledBy(5), first)
  assert.notDeepEqual(await filledBy(6), first)
})

test('a fill that is interrupted rejects, and does not pass for a whole one', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const controller = new AbortController()
  const filling = fill(db, {
    ...OPTIONS,
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('enough')),
  })
  await assert.rejects(filling, /enough/)
  assert.equal(await findFilled(db, OPTIONS), null)
})
