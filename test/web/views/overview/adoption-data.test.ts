import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adoption } from '../../../../server/contract/contract.ts'
import { adoption } from '../../../../stats/survey/adoption.ts'
import { ADOPTION_ROWS } from '../../../../stats/survey/adoption-rows.ts'
import { ADOPTION_BARS, groupBars, overallBars } from '../../../../web/views/overview/adoption-data.ts'

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
