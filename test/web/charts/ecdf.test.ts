import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EcdfData, ecdfChart } from '../../../web/charts/ecdf.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, pathPoints } from './marks.ts'

const QUANTILES = [0, 0.25, 0.5, 0.75, 1]

const DATA: EcdfData = {
  metric: 'page load time',
  unit: 'ms',
  arms: [
    { arm: 'h1', n: 12, leftOut: 1, quantiles: curve([900, 1000, 1100, 1300, 1900]), samples: null },
    { arm: 'h2', n: 13, leftOut: 0, quantiles: curve([700, 800, 850, 900, 1200]), samples: null },
    { arm: 'h3', n: 0, leftOut: 13, quantiles: [], samples: null },
  ],
}

const OPTIONS = { width: 640, title: 'Distribution of page load time' }

test('the curve passes through every quantile that it was given', () => {
  const { svg } = ecdfChart(DATA, OPTIONS)
  const [bottom = 0, , , , top = 0] = marks(svg, 'grid').map((line) => attribute(line, 'y1'))
  const h1 = pathPoints(String(marks(svg, 'curve')[0]?.attributes.d))
  const [low, high] = [h1[0], h1.at(-1)]
  assert.ok(low && high)
  const x = (value: number) => low[0] + ((value - 900) / (1900 - 900)) * (high[0] - low[0])
  for (const { p, value } of DATA.arms[0]?.quantiles ?? []) {
    const y = bottom + p * (top - bottom)
    const near = h1.some(([px, py]) => Math.abs(px - x(value)) < 0.05 && Math.abs(py - y) < 0.05)
    assert.ok(near, `${value} ms at ${p}`)
  }
})

test('the curve is made of steps: it never goes up and right at once', () => {
  const points = pathPoints(String(marks(ecdfChart(DATA, OPTIONS).svg, 'curve')[0]?.attributes.d))
  for (const [i, [x, y]] of points.entries()) {
    const before = points[i - 1]
    assert.ok(before === undefined || before[0] === x || before[1] === y)
  }
})

test('few samples are a step each, of the same height', () => {
  const samples = [700, 800, 850, 900]
  const arms = [{ arm: 'h2', n: 4, leftOut: 0, quantiles: curve([700, 775, 825, 862.5, 900]), samples }]
  const { svg, readOut } = ecdfChart({ ...DATA, arms }, OPTIONS)
  const [bottom = 0, , , , top = 0] = marks(svg, 'grid').map((line) => attribute(line, 'y1'))
  const points = pathPoints(String(marks(svg, 'curve')[0]?.attributes.d))
  const levels = [...new Set(points.map(([, y]) => Math.round((100 * (bottom - y)) / (bottom - top))))]
  assert.deepEqual(levels, [0, 25, 50, 75, 100])
  assert.match(readOut?.stops.find(({ text }) => text.includes(' 800 ms'))?.text ?? '', /HTTP\/2 50\.0 %$/)
  matchesGolden('ecdf-steps.svg', svg)
})

test('the read-out gives the share of every curve at or below a round time, on the curve', () => {
  const { svg, readOut } = ecdfChart(DATA, OPTIONS)
  const stop = readOut?.stops.find(({ text }) => text.startsWith('At or below 1,000 ms'))
  assert.ok(stop)
  assert.equal(stop.text, 'At or below 1,000 ms: HTTP/1.1 25.0 % · HTTP/2 75.0 %')
  const curves = marks(svg, 'curve')
  assert.equal(stop.dots?.length, curves.length)
  for (const [i, dot] of (stop.dots ?? []).entries()) {
    const before = pathPoints(String(curves[i]?.attributes.d)).findLast(([x]) => x <= dot.x + 0.01)
    assert.ok(Math.abs((before?.[1] ?? 0) - dot.y) < 0.05)
  }
})

test('the table behind it has the same quantiles', () => {
  const { table } = ecdfChart(DATA, OPTIONS)
  assert.deepEqual(table.columns, ['share of samples', 'HTTP/1.1 (ms)', 'HTTP/2 (ms)'])
  assert.deepEqual(
    table.rows.find(([p]) => p === '25.0 %'),
    ['25.0 %', 1000, 800],
  )
})

test('without any value it says so and has nothing to read out', () => {
  const chart = ecdfChart({ ...DATA, arms: [] }, OPTIONS)
  assert.match(chart.summary, /No valid sample/)
  assert.equal(chart.readOut, null)
  assert.equal(marks(chart.svg, 'curve').length, 0)
  matchesGolden('ecdf-empty.svg', chart.svg)
})

test('one value is one step, in the middle of the axis', () => {
  const chart = ecdfChart(
    {
      ...DATA,
      arms: [
        {
          arm: 'h3',
          n: 1,
          leftOut: 0,
          quantiles: [
            { p: 0, value: 431 },
            { p: 1, value: 431 },
          ],
          samples: null,
        },
      ],
    },
    OPTIONS,
  )
  const points = pathPoints(String(marks(chart.svg, 'curve')[0]?.attributes.d))
  assert.equal(new Set(points.map(([x]) => x)).size, 1)
  matchesGolden('ecdf-one.svg', chart.svg)
})

test('the logarithmic axis keeps equal ratios equally far apart', () => {
  const quantiles = curve([100, 200, 400, 800, 1600])
  const chart = ecdfChart(
    { ...DATA, arms: [{ arm: 'h2', n: 9, leftOut: 0, quantiles, samples: null }] },
    { ...OPTIONS, scale: 'log' },
  )
  const xs = [...new Set(pathPoints(String(marks(chart.svg, 'curve')[0]?.attributes.d)).map(([x]) => x))]
  const steps = xs.slice(1).map((x, i) => x - (xs[i] ?? 0))
  for (const step of steps) assert.ok(Math.abs(step - (steps[0] ?? 0)) < 0.05)
})

test('looks as stored', () => {
  matchesGolden('ecdf.svg', ecdfChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('ecdf-narrow.svg', ecdfChart(DATA, { ...OPTIONS, width: 328, scale: 'log' }).svg)
})

function curve(values: readonly number[]) {
  return values.map((value, i) => ({ p: QUANTILES[i] ?? 0, value }))
}
