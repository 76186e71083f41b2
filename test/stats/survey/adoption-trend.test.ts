import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyedSite } from '../../../model/site-facts.ts'
import { adoptionDiff } from '../../../stats/survey/adoption-diff.ts'
import { adoptionTrend } from '../../../stats/survey/adoption-trend.ts'
import { wilson } from '../../../stats/tests/wilson.ts'
import { answering, surveyedSite } from './surveyed-site.ts'

/** Surveys of sites by whether they answer HTTP/3: a letter a survey, `.` where it does not hold the site. */
function surveysOf(histories: Readonly<Record<string, string>>): SurveyedSite[][] {
  const length = Math.max(...Object.values(histories).map((history) => history.length))
  return Array.from({ length }, (_, survey) =>
    Object.entries(histories).flatMap(([domain, history], rank) => {
      const letter = history[survey]
      if (letter === '.') return []
      return [surveyedSite(rank + 1, domain, { h3: letter === '?' ? null : letter === 'y' })]
    }),
  )
}

async function trendOf(surveys: readonly SurveyedSite[][]) {
  const trend = await adoptionTrend(surveys.map(answering))
  const ofH3 = <T extends { readonly row: string }>(rows: readonly T[]): T => {
    const found = rows.find(({ row }) => row === 'h3')
    assert.ok(found)
    return found
  }
  return { trend, points: trend.points.map(ofH3), steps: trend.steps.map(({ rows }) => ofH3(rows)), ofH3 }
}

const HISTORIES = {
  'stays.test': 'yyy',
  'gains.test': 'nyy',
  'loses.test': 'yyn',
  'flaps.test': 'nyn',
  'gap.test': 'y?n',
  'new.test': '.yy',
  'gone.test': 'y..',
  'back.test': 'n.y',
}

test('a trend over common sites leaves list churn out, and counts the unknown', async () => {
  const { trend, points } = await trendOf(surveysOf(HISTORIES))
  assert.equal(trend.common, 5)
  assert.deepEqual(
    points.map(({ count, unknown }) => [count, unknown]),
    [
      [3, 0],
      [4, 1],
      [2, 0],
    ],
  )
  assert.deepEqual(points[1]?.ofCommon, wilson(4, 5))
})

test('sites that change to and fro are told apart from those that gain or lose for good', async () => {
  const { trend, steps, ofH3 } = await trendOf(surveysOf(HISTORIES))
  assert.deepEqual(
    steps.map(({ gained, gainedFlapping, lost, lostFlapping }) => [
      gained,
      gainedFlapping,
      lost,
      lostFlapping,
    ]),
    [
      [2, 1, 0, 0],
      [0, 0, 2, 1],
    ],
  )
  assert.equal(ofH3(trend.flapping).count, 1)
})

test('each step is the diff of its two surveys', async () => {
  const surveys = surveysOf(HISTORIES)
  const { trend } = await trendOf(surveys)
  for (const [index, step] of trend.steps.entries()) {
    const diff = await adoptionDiff(answering(surveys[index] ?? []), answering(surveys[index + 1] ?? []))
    const rows = step.rows.map(({ gainedFlapping: _gained, lostFlapping: _lost, ...row }) => row)
    assert.deepEqual({ ...step, rows }, diff)
  }
})

test('changes between neighbouring surveys add up to what the steps count; others name the survey they are since', async () => {
  const { trend, steps } = await trendOf(surveysOf(HISTORIES))
  const changes = trend.changes.flatMap(({ domain, changes }) =>
    changes.flatMap((change) => (change.row === 'h3' ? [{ domain, ...change }] : [])),
  )
  for (const [index, { gained, lost }] of steps.entries()) {
    const inStep = changes.filter(({ survey, since }) => survey === index + 1 && since === index)
    assert.equal(inStep.filter(({ change }) => change === 'gained').length, gained)
    assert.equal(inStep.filter(({ change }) => change === 'lost').length, lost)
  }
  assert.deepEqual(
    changes.filter(({ survey, since }) => survey - since > 1),
    [
      { domain: 'gap.test', row: 'h3', change: 'lost', survey: 2, since: 0, flapping: false },
      { domain: 'back.test', row: 'h3', change: 'gained', survey: 2, since: 0, flapping: false },
    ],
  )
})

test('one survey is a point without a step, and none is nothing', async () => {
  const { trend, points } = await trendOf(surveysOf({ 'a.test': 'y', 'b.test': 'n' }))
  assert.deepEqual([trend.common, trend.steps, trend.changes], [2, [], []])
  assert.deepEqual(points[0]?.ofCommon, wilson(1, 2))
  assert.deepEqual((await adoptionTrend([])).points, [])
})

test('surveys without a common site have no share of common sites', async () => {
  const { trend, points } = await trendOf(surveysOf({ 'a.test': 'y.', 'b.test': '.y' }))
  assert.deepEqual([trend.common, points[0]?.ofCommon], [0, null])
})
