import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EfficiencyData, efficiencyDotsChart } from '../../../web/charts/efficiency-dots.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const OPTIONS = { width: 640, title: 'Efficiency against the wire limit' }

const condition = (rttMs: number, limitMs: number, medianMs: number) => ({
  label: `round trip (ms) ${rttMs}`,
  limitMs,
  medianMs,
  n: 20,
  efficiency: limitMs / medianMs,
})

const DATA: EfficiencyData = {
  metric: 'page load time',
  arms: [
    { arm: 'h1', conditions: [condition(20, 100, 400), condition(100, 300, 400)], leftOut: 1 },
    { arm: 'h2', conditions: [condition(100, 300, 375), condition(20, 100, 200)], leftOut: 1 },
    { arm: 'h3', conditions: [], leftOut: 3 },
  ],
}

test('a mark stands at its share of an axis that ends where the loads are as fast as the wire allows', () => {
  const chart = efficiencyDotsChart(DATA, OPTIONS)
  const [quarter, whole] = [chart.readOut?.stops[0]?.x ?? 0, OPTIONS.width - 22]
  assert.ok(Math.abs((quarter - 1) / (whole - 1) - 0.25) < 0.001)
  assert.equal(marks(chart.svg, 'dot').length, 4)
  assert.ok(texts(chart.svg).includes('100 %'))
})

test('the line is at the median of the conditions, between the two in the middle', () => {
  const chart = efficiencyDotsChart(DATA, OPTIONS)
  const [first] = marks(chart.svg, 'median-line')
  const [one, other] = chart.readOut?.stops ?? []
  assert.ok(Math.abs(attribute(first, 'x1') - ((one?.x ?? 0) + (other?.x ?? 0)) / 2) < 0.001)
  assert.match(chart.summary, /HTTP\/1\.1 50\.0 %, HTTP\/2 65\.0 %/)
})

test('the read-out goes from the least efficient condition of an arm to the most, with both times', () => {
  const said = efficiencyDotsChart(DATA, OPTIONS).readOut?.stops.map(({ text }) => text) ?? []
  assert.equal(said[0], 'HTTP/1.1, round trip (ms) 20: 25.0 %, 100 ms of 400 ms, n = 20')
  assert.equal(said[3], 'HTTP/2, round trip (ms) 100: 80.0 %, 300 ms of 375 ms, n = 20')
})

test('a load that beats its limit is drawn where it is, beyond 100 %', () => {
  const arms = [{ arm: 'h2', conditions: [condition(20, 110, 100)], leftOut: 0 }]
  const chart = efficiencyDotsChart({ ...DATA, arms }, OPTIONS)
  const limit = marks(chart.svg, 'grid').map((line) => attribute(line, 'x1'))
  assert.ok((chart.readOut?.stops[0]?.x ?? 0) > Math.max(...limit))
})

test('efficiency looks as stored, narrow and empty too', () => {
  matchesGolden('efficiency-dots.svg', efficiencyDotsChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('efficiency-dots-narrow.svg', efficiencyDotsChart(DATA, { ...OPTIONS, width: 328 }).svg)
  matchesGolden('efficiency-dots-empty.svg', efficiencyDotsChart({ ...DATA, arms: [] }, OPTIONS).svg)
})
