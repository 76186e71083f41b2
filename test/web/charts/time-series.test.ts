import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TimeSeriesData, timeSeriesChart } from '../../../web/charts/time-series.ts'
import { matchesGolden } from './golden.ts'
import { marks } from './marks.ts'

const DATA: TimeSeriesData = {
  metric: 'page load time',
  unit: 'ms',
  arms: [
    { arm: 'h1', median: 500, points: [valid(0, 480), valid(1, 520), left(2, 'page_timeout')] },
    { arm: 'h2', median: 400, points: [valid(0, 400), left(1, 'other_protocol'), valid(2, 410)] },
  ],
}

const OPTIONS = { width: 640, title: 'Samples, round by round' }

test('what was left out has a mark of its own in its round, with its reason in the read-out and the table', () => {
  const chart = timeSeriesChart(DATA, OPTIONS)
  assert.equal(marks(chart.svg, 'left-out').length, 2)
  assert.equal(chart.readOut?.stops[2]?.text, 'Round 2: HTTP/1.1 left out (page_timeout) · HTTP/2 410 ms')
  assert.deepEqual(
    chart.table.rows.find((row) => row[3] === 'other_protocol'),
    [1, 'HTTP/2', null, 'other_protocol'],
  )
})

test('one round is drawn; none is an empty state', () => {
  const one = timeSeriesChart(
    { ...DATA, arms: [{ arm: 'h1', median: 480, points: [valid(0, 480)] }] },
    OPTIONS,
  )
  assert.equal(one.readOut?.stops.length, 1)
  const none = timeSeriesChart(
    { ...DATA, arms: [{ arm: 'h1', median: null, points: [left(0, 'page_dns')] }] },
    OPTIONS,
  )
  assert.equal(none.readOut, null)
  assert.match(none.note, /n = 0, 1 left out/)
  matchesGolden('time-series-empty.svg', none.svg)
})

test('looks as stored', () => {
  matchesGolden('time-series.svg', timeSeriesChart(DATA, { ...OPTIONS, standalone: true }).svg)
})

function valid(round: number, value: number) {
  return { round, value, reason: null }
}

function left(round: number, reason: string) {
  return { round, value: null, reason }
}
