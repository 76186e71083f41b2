import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteHistoryChart } from '../../../web/charts/site-history.ts'
import type { HistoryPoint, SiteHistoryData } from '../../../web/charts/site-history-data.ts'
import { matchesGolden } from './golden.ts'
import { marks } from './marks.ts'

const at = (day: number) => Date.UTC(2026, 10, day)

function point(day: number, median: number, gain: number | null, changes: Partial<HistoryPoint> = {}) {
  return {
    ...{ timeMs: at(day), campaign: `#${day}`, vantage: 'dublin', sameConditions: true, n: 20, median, gain },
    interval: gain === null ? null : ([gain * 0.95, gain * 1.05] as const),
    ...changes,
  }
}

const DATA: SiteHistoryData = {
  ...{ metric: 'page load time', unit: 'ms', baseline: 'HTTP/1.1' },
  arms: [
    { arm: 'h1', points: [point(1, 800, null), point(8, 790, null), point(15, 780, null)] },
    { arm: 'h2', points: [point(1, 700, 1.14), point(8, 690, 1.15), point(15, 710, 1.1)] },
    { arm: 'h3', points: [point(8, 900, 0.88, { sameConditions: false }), point(15, 600, 1.3)] },
  ],
  surveysFrom: 'dublin',
  surveys: [
    { timeMs: at(2), survey: '#1', vantage: 'dublin', facts: [true, false, false], changes: [] },
    {
      timeMs: at(9),
      survey: '#2',
      vantage: 'dublin',
      facts: [true, null, true],
      changes: ['gained: HTTP/3'],
    },
  ],
}

const OPTIONS = { width: 640, title: 'Gain and page load time over time' }

test('each campaign has its gain with an interval and its median, each survey what it found', () => {
  const chart = siteHistoryChart(DATA, OPTIONS)
  assert.equal(marks(chart.svg, 'interval').length, 5)
  assert.equal(marks(chart.svg, 'change-line').length, 1)
  assert.equal(marks(chart.svg, 'survey-fact').length, 5)
  assert.equal(chart.readOut?.stops.length, 5)
  assert.match(chart.summary, /HTTP\/2 1\.14×, then 1\.10×; HTTP\/3 0\.88×, then 1\.30×/)
  assert.match(chart.note, /n = 3 campaigns, 2 surveys from dublin.*1 campaign under other conditions/)
  assert.match(chart.note, /2026-11-09 \(survey #2\) gained: HTTP\/3/)
})

test('the table has campaigns and surveys in the order of time', () => {
  const { rows, columns } = siteHistoryChart(DATA, OPTIONS).table
  assert.deepEqual(new Set(rows.map((row) => row.length)), new Set([columns.length]))
  assert.deepEqual(
    rows.map(([date]) => date),
    rows.map(([date]) => date).toSorted(),
  )
  assert.ok(
    rows.some((row) => row.at(-1) === 'HTTP/2 yes, HTTP/3 unknown, claims HTTP/3 yes; gained: HTTP/3'),
  )
})

test('a campaign without valid loads leaves a gap; none at all is an empty state', () => {
  const gap = siteHistoryChart({ ...DATA, arms: [{ arm: 'h1', points: [point(1, 5, null)] }] }, OPTIONS)
  assert.match(gap.summary, /unknown/)
  const none = siteHistoryChart({ ...DATA, arms: [] }, OPTIONS)
  assert.equal(none.readOut, null)
  matchesGolden('site-history-empty.svg', none.svg)
})

test('looks as stored', () => {
  matchesGolden('site-history.svg', siteHistoryChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('site-history-phone.svg', siteHistoryChart(DATA, { ...OPTIONS, width: 288 }).svg)
})
