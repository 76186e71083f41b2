import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '../../../db/survey/lists.ts'
import { markFinished } from '../../../db/survey/surveys.ts'
import { adoptionTrend } from '../../../server/routes/adoption-trend.ts'
import { meta } from '../../../server/routes/meta.ts'
import { ranking } from '../../../server/routes/ranking.ts'
import { sites } from '../../../server/routes/sites.ts'
import { heldCampaign, newSite } from '../../db/campaign/probing.ts'
import { newSurvey, surveyOf } from '../../db/campaign/samples.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

/** Finished at once: no site of it waits. */
async function finishedSurvey({ writer }: HandlerBench, source: string, trancoId: string | null = null) {
  const list = { ...newSurvey(0).list(), source, trancoId }
  const id = await surveyOf(writer, 0, { list: () => list, options: { top: trancoId === null ? null : 9 } })
  await markFinished(writer, id, '2026-11-22T00:00:00.000Z')
  return id
}

test('sites named on the command line never stand for a list', async () => {
  await using bench = await handlerBench()
  const { surveyId, campaignId } = bench.fixture
  const named = await finishedSurvey(bench, COMMAND_LINE)
  await heldCampaign(bench.writer, { surveyId: named, sites: [newSite('site1.test')] })
  assert.equal((await bench.answer('meta', meta)).latestSurveyId, surveyId)
  assert.equal((await bench.answer('meta', meta)).counts.surveyedSites, 30)
  assert.equal((await bench.answer('sites', sites)).surveyId, surveyId)
  const { points } = await bench.answer('adoptionTrend', adoptionTrend)
  assert.deepEqual(
    points.map((point) => point.surveyId),
    [surveyId],
  )
  const ranked = await bench.answer('ranking', ranking)
  assert.deepEqual([ranked.campaignId, ranked.rows.length], [campaignId, 3])
})

test('points of a trend are distinguished by what was surveyed, not by the day’s list', async () => {
  await using bench = await handlerBench()
  await finishedSurvey(bench, 'tranco:AAAA', 'AAAA')
  await finishedSurvey(bench, 'tranco:BBBB', 'BBBB')
  await finishedSurvey(bench, '/home/me/mine.csv')
  const { points } = await bench.answer('adoptionTrend', adoptionTrend)
  assert.deepEqual(
    points.map(({ list }) => list),
    ['list.csv, first 30', 'Tranco, first 9', 'Tranco, first 9', 'mine.csv'],
  )
})

test('a ranking is of one campaign, and names its conditions', async () => {
  await using bench = await handlerBench()
  const { campaign, campaignId } = await bench.answer('ranking', ranking)
  assert.equal(campaign?.id, campaignId)
  assert.deepEqual(campaign?.link, { configured: { rttMs: 40 }, measured: { rttMs: 40.2 } })
  assert.equal(campaign?.browserVersion, 'Chrome 156')
})
