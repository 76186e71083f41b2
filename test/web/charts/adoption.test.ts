import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AdoptionBar, adoptionBarsChart } from '../../../web/charts/adoption-bars.ts'
import { type AdoptionTrendData, adoptionTrendChart } from '../../../web/charts/adoption-trend.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const BARS: readonly AdoptionBar[] = [
  bar('HTTP/2', 'served', 60, { share: 0.6, low: 0.5, high: 0.69 }),
  bar('HTTP/3 claimed', 'claimed', 35, { share: 0.35, low: 0.26, high: 0.45 }),
  bar('clear text', 'served', 0, { share: 0, low: 0, high: 0.037 }),
]

const OPTIONS = { width: 640, title: 'Claimed and served' }

test('bars are as long as their shares, on an axis from 0 to 100 %', () => {
  const { svg } = adoptionBarsChart({ population: 'all sites', bars: BARS }, OPTIONS)
  const [zero = 0, , , , hundred = 0] = marks(svg, 'grid').map((line) => attribute(line, 'x1'))
  const [h2, h3, none] = marks(svg, 'bar').map((rect) => attribute(rect, 'width'))
  assert.ok(Math.abs((h2 ?? 0) - 0.6 * (hundred - zero)) < 0.05)
  assert.ok(Math.abs((h3 ?? 0) - 0.35 * (hundred - zero)) < 0.05)
  assert.equal(none, 0)
})

test('whiskers stand at the ends of the interval', () => {
  const { svg } = adoptionBarsChart({ population: 'all sites', bars: BARS }, OPTIONS)
  const [zero = 0, , , , hundred = 0] = marks(svg, 'grid').map((line) => attribute(line, 'x1'))
  const [, low, high] = /^M([\d.]+),.*M([\d.]+),/.exec(String(marks(svg, 'whisker')[0]?.attributes.d)) ?? []
  assert.ok(Math.abs(Number(low) - (zero + 0.5 * (hundred - zero))) < 0.05)
  assert.ok(Math.abs(Number(high) - (zero + 0.69 * (hundred - zero))) < 0.05)
})

test('n and what could not be found out are said; n stands beside each bar where it differs', () => {
  assert.match(
    adoptionBarsChart({ population: 'all sites', bars: BARS }, OPTIONS).note,
    /n = 100; up to 3 could not/,
  )
  const mixed = [...BARS, { ...bar('top 10', 'served', 5, { share: 0.5, low: 0.2, high: 0.8 }), n: 10 }]
  const chart = adoptionBarsChart({ population: 'all sites', bars: mixed }, OPTIONS)
  assert.match(chart.note, /n beside each bar/)
  assert.ok(texts(chart.svg).includes('5 of 10'))
})

test('what was not found out of any site has no bar, and is named', () => {
  const lacking = { ...bar('0-RTT', 'served', 0, { share: 0, low: 0, high: 0 }), interval: null }
  const chart = adoptionBarsChart({ population: 'all sites', bars: [...BARS, lacking] }, OPTIONS)
  assert.match(chart.note, /Not found out of any site: 0-RTT\.$/)
  assert.ok(!chart.summary.includes('0-RTT'))
  assert.equal(
    adoptionBarsChart({ population: 'all sites', bars: [lacking] }, OPTIONS).summary,
    'Not found out of any site.',
  )
})

test('a group of no sites has no bar; no survey at all says so', () => {
  const chart = adoptionBarsChart(
    { population: 'all sites', bars: [{ ...BARS[0], n: 0, interval: null } as AdoptionBar] },
    OPTIONS,
  )
  assert.match(chart.summary, /No site has been surveyed/)
  matchesGolden('adoption-bars-empty.svg', chart.svg)
})

test('bars look as stored', () => {
  const data = { population: 'all sites of the list', bars: BARS }
  matchesGolden('adoption-bars.svg', adoptionBarsChart(data, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('adoption-bars-narrow.svg', adoptionBarsChart(data, { ...OPTIONS, width: 328 }).svg)
})

const TREND: AdoptionTrendData = {
  population: 'all sites',
  lines: [
    {
      label: 'HTTP/2',
      className: 'arm-h2',
      dash: '8 3',
      shape: 'triangle',
      points: [point('2026-01-01', 0.5), point('2026-02-01', 0.6), point('2026-04-01', 0.7)],
    },
    {
      label: 'HTTP/3',
      className: 'arm-h3',
      dash: null,
      shape: 'circle',
      points: [point('2026-01-01', 0.2), point('2026-04-01', 0.3)],
    },
  ],
}

test('surveys stand at their dates, not at equal distances', () => {
  const { readOut } = adoptionTrendChart(TREND, OPTIONS)
  const [first = 0, second = 0, third = 0] = readOut?.stops.map(({ x }) => x) ?? []
  assert.ok(Math.abs((second - first) / (third - first) - 31 / 90) < 0.001)
})

test('a survey that a line lacks is left out of its read-out', () => {
  const { readOut } = adoptionTrendChart(TREND, OPTIONS)
  assert.match(readOut?.stops[0]?.text ?? '', /HTTP\/2 50\.0 %.*HTTP\/3 20\.0 %/)
  assert.doesNotMatch(readOut?.stops[1]?.text ?? '', /HTTP\/3/)
})

test('one survey is a point with its interval, and the note says that it is no trend', () => {
  const lines = TREND.lines.map((line) => ({ ...line, points: line.points.slice(0, 1) }))
  const chart = adoptionTrendChart({ ...TREND, lines }, OPTIONS)
  assert.equal(marks(chart.svg, 'interval').length, 2)
  assert.match(chart.note, /a point, not a trend/)
  matchesGolden('adoption-trend-one.svg', chart.svg)
})

test('the trend looks as stored, and says when there is no survey', () => {
  matchesGolden('adoption-trend.svg', adoptionTrendChart(TREND, { ...OPTIONS, standalone: true }).svg)
  const empty = adoptionTrendChart({ ...TREND, lines: [] }, OPTIONS)
  assert.match(empty.summary, /No survey is finished/)
  matchesGolden('adoption-trend-empty.svg', empty.svg)
})

function bar(
  label: string,
  kind: AdoptionBar['kind'],
  count: number,
  interval: NonNullable<AdoptionBar['interval']>,
): AdoptionBar {
  return { label, kind, count, n: 100, unknown: 3, interval, className: 'arm-h2' }
}

function point(day: string, share: number) {
  return {
    timeMs: Date.parse(day),
    survey: `of ${day}`,
    n: 100,
    share,
    low: share - 0.05,
    high: share + 0.05,
  }
}
