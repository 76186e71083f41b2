import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adoption, AdoptionTrend } from '../../../../server/contract/contract.ts'
import { adoption } from '../../../../stats/survey/adoption.ts'
import { ADOPTION_ROWS } from '../../../../stats/survey/adoption-rows.ts'
import {
  ADOPTION_BARS,
  groupBars,
  overallBars,
  trendLines,
} from '../../../../web/views/overview/adoption-data.ts'

const EMPTY = await adoption([])
const ROWS = EMPTY.rows.map((row) => ({
  ...row,
  label: ADOPTION_ROWS[row.row],
  count: 6,
  unknown: 1,
  ofAll: { share: 0.6, low: 0.3, high: 0.8 },
  reachableCount: 6,
  reachableUnknown: 0,
  ofReachable: { share: 0.75, low: 0.4, high: 0.9 },
}))
const GROUP = { n: 10, reachable: 8, rows: ROWS }

test('every row that is drawn is one that the survey counts', () => {
  const counted = new Set<string>(EMPTY.rows.map(({ row }) => row))
  for (const { row } of ADOPTION_BARS) assert.ok(counted.has(row), row)
})

test('shares are of all sites, or of those that could be reached, with the denominator that belongs to them', () => {
  const answer = { surveyId: 1, ...GROUP, buckets: [], cdns: [], servers: [] } as unknown as Adoption
  const all = overallBars(answer, 'all')[0]
  assert.deepEqual([all?.count, all?.n, all?.unknown, all?.interval?.share], [6, 10, 1, 0.6])
  const reachable = overallBars(answer, 'reachable')[0]
  assert.deepEqual([reachable?.n, reachable?.unknown, reachable?.interval?.share], [8, 0, 0.75])
})

test('a row over groups is a bar for each; an unknown row is none', () => {
  const groups = [
    { label: '1–100', group: GROUP },
    { label: '101–1,000', group: GROUP },
  ]
  assert.deepEqual(
    groupBars(groups, 'h3', 'all').map(({ label }) => label),
    ['1–100', '101–1,000'],
  )
  assert.deepEqual(groupBars(groups, 'nothing', 'all'), [])
})

test('a survey without a share has no point in the trend', () => {
  const point = { surveyId: 2, createdAt: '2026-11-21T00:00:00.000Z', list: 'tranco', ...GROUP }
  const void_ = { ...point, surveyId: 3, rows: EMPTY.rows.map((row) => ({ ...row, label: '' })) }
  const lines = trendLines({ points: [point, void_] } as unknown as AdoptionTrend, 'all')
  for (const line of lines) {
    assert.deepEqual(
      line.points.map(({ survey, share }) => [survey, share]),
      [['#2', 0.6]],
    )
  }
})

test('surveys of different lists are different lines, named by their list', () => {
  const point = (surveyId: number, list: string) => ({
    surveyId,
    createdAt: `2026-11-2${surveyId}T00:00:00.000Z`,
    list,
    ...GROUP,
  })
  const trend = {
    points: [point(1, 'tranco'), point(2, 'mine'), point(3, 'tranco')],
  } as unknown as AdoptionTrend
  const h2 = trendLines(trend, 'all').filter(({ label }) => label.startsWith('HTTP/2'))
  assert.deepEqual(
    h2.map(({ label, points }) => [label, points.map(({ survey }) => survey)]),
    [
      ['HTTP/2, tranco', ['#1', '#3']],
      ['HTTP/2, mine', ['#2']],
    ],
  )
})
