import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SiteCurve, type SiteCurvesData, siteCurvesChart } from '../../../web/charts/site-curves.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, pathPoints } from './marks.ts'

const H1: SiteCurve = {
  ...{ arm: 'h1', n: 4, without: 1, median: 6, bandHalfWidth: 0.3 },
  steps: [
    { value: 2, p: 0.25 },
    { value: 4, p: 0.5 },
    { value: 8, p: 1 },
  ],
}
const DATA: SiteCurvesData = {
  ...{ metric: 'host names', unit: 'count', sites: 5 },
  curves: [H1, { ...H1, arm: 'h2', n: 3, without: 2, bandHalfWidth: null }],
  references: [
    {
      ...{ source: 'Elkhatib 2014, Table I', n: 2, median: 9 },
      steps: [
        { value: 3, p: 0.5 },
        { value: 15, p: 1 },
      ],
    },
  ],
}
const OPTIONS = { width: 560, title: 'Hosts of a page' }

test('the band is drawn around the curve that has one, cut off at 0 and 100 %', () => {
  const { svg } = siteCurvesChart(DATA, OPTIONS)
  const [band, ...others] = marks(svg, 'band')
  assert.equal(others.length, 0)
  const [bottom = 0, , , , top = 0] = marks(svg, 'grid').map((line) => attribute(line, 'y1'))
  const heights = pathPoints(String(band?.attributes.d)).map(([, y]) => (bottom - y) / (bottom - top))
  assert.ok(heights.every((height) => height > -0.001 && height < 1.001))
  for (const share of [0, 0.2, 0.55, 0.7, 0.8, 1])
    assert.ok(
      heights.some((height) => Math.abs(height - share) < 0.001),
      `the band has an edge at ${share}`,
    )
})

test('what has no value is counted, and the band is explained where there is one', () => {
  const { note } = siteCurvesChart(DATA, OPTIONS)
  assert.equal(
    note,
    'HTTP/1.1: 4 sites, 1 without a value; HTTP/2: 3 sites, 2 without a value. The band holds the whole curve with 95 % confidence.',
  )
  const withoutBand = { ...DATA, curves: [{ ...H1, bandHalfWidth: null }] }
  assert.doesNotMatch(siteCurvesChart(withoutBand, OPTIONS).note, /band/)
})

test('the read-out stops where a curve steps up, with the band and the papers', () => {
  const { readOut } = siteCurvesChart(DATA, OPTIONS)
  assert.deepEqual(
    readOut?.stops.map(({ text }) => text.split(':')[0]),
    [2, 3, 4, 8, 15].map((value) => `At or below ${value}`),
  )
  assert.equal(
    readOut?.stops[2]?.text,
    'At or below 4: HTTP/1.1 50.0 % (20.0 % to 80.0 %) · HTTP/2 50.0 % · Elkhatib 2014, Table I 50.0 %',
  )
})

test('the table has every step of every curve', () => {
  const { table } = siteCurvesChart(DATA, OPTIONS)
  assert.equal(table.rows.length, 3 + 3 + 2)
  assert.deepEqual(table.rows[0], ['HTTP/1.1', 2, '25.0 %', '0 % to 55.0 %'])
  assert.deepEqual(table.rows.at(-1), ['Elkhatib 2014, Table I', 15, '100 %', null])
})

test('without a curve it says so and draws no paper either', () => {
  const chart = siteCurvesChart({ ...DATA, curves: [] }, OPTIONS)
  assert.equal(chart.summary, 'None of 5 sites has a value of host names.')
  assert.equal(chart.readOut, null)
})

test('looks as stored', () => {
  matchesGolden('site-curves.svg', siteCurvesChart(DATA, { ...OPTIONS, standalone: true, scale: 'log' }).svg)
  matchesGolden('site-curves-narrow.svg', siteCurvesChart(DATA, { ...OPTIONS, width: 328 }).svg)
})
