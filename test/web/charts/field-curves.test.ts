import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FieldCurve, type FieldCurvesData, fieldCurvesChart } from '../../../web/charts/field-curves.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, pathPoints } from './marks.ts'

const FIELD: FieldCurve = {
  source: 'field',
  arm: 'h2',
  counts: '20 contributors, 61 loads',
  medianMs: 205,
  fromMs: 100,
  steps: [
    { value: 200, p: 0.25 },
    { value: 210, p: 0.75 },
    { value: 400, p: 1 },
  ],
}

const DATA: FieldCurvesData = {
  metric: 'page load time',
  curves: [
    FIELD,
    { ...FIELD, arm: 'h3', counts: '31 contributors, 90 loads', medianMs: 190 },
    own('live', 'h2', 120),
    own('live', 'h3', 110),
    own('lab', 'h2', 150),
  ],
}

const OPTIONS = { width: 640, title: 'Distribution of page load time: field beside live and lab' }

function own(source: 'live' | 'lab', arm: string, medianMs: number): FieldCurve {
  const steps = Array.from({ length: 11 }, (_, i) => ({ value: medianMs * (0.9 + i / 50), p: i / 10 }))
  return { source, arm, counts: '10 loads', medianMs, fromMs: steps[0]?.value ?? 0, steps }
}

test('a curve of the field steps up at the upper edges of its bins', () => {
  const { svg } = fieldCurvesChart({ ...DATA, curves: [FIELD] }, OPTIONS)
  const [bottom = 0, , , , top = 0] = marks(svg, 'grid').map((line) => attribute(line, 'y1'))
  const points = pathPoints(String(marks(svg, 'curve').find(({ tag }) => tag === 'path')?.attributes.d))
  const x = (ms: number) => {
    const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
    return first + (Math.log(ms / 100) / Math.log(4)) * (last - first)
  }
  for (const { value, p } of FIELD.steps) {
    const y = bottom + p * (top - bottom)
    assert.ok(points.some(([px, py]) => Math.abs(px - x(value)) < 0.1 && Math.abs(py - y) < 0.1))
  }
  for (const [i, [px, py]] of points.entries()) {
    const before = points[i - 1]
    assert.ok(
      before === undefined || before[0] === px || before[1] === py,
      'it never goes up and right at once',
    )
  }
})

test('the read-out gives the share of each curve at or below a time', () => {
  const { readOut } = fieldCurvesChart(
    { ...DATA, curves: [FIELD, own('live', 'h2', 120)] },
    {
      ...OPTIONS,
      scale: 'linear',
    },
  )
  const stop = readOut?.stops.find(({ text }) => text.startsWith('At or below 205 ms'))
  assert.equal(stop?.text, 'At or below 205 ms: HTTP/2, field 25.0 % · HTTP/2, live 100 %')
  assert.equal(stop.dots?.length, 2)
})

test('the table says at or below which edge a share lies', () => {
  const { table } = fieldCurvesChart({ ...DATA, curves: [FIELD] }, OPTIONS)
  assert.deepEqual(table.columns, ['share at or below', 'HTTP/2, field (ms)'])
  const at = (share: string) => table.rows.find(([p]) => p === share)?.[1]
  assert.deepEqual([at('25.0 %'), at('30.0 %'), at('75.0 %'), at('80.0 %')], [200, 210, 210, 400])
})

test('without a curve it says so and has nothing to read out', () => {
  const chart = fieldCurvesChart({ ...DATA, curves: [] }, OPTIONS)
  assert.match(chart.summary, /no curve has enough data/)
  assert.equal(chart.readOut, null)
  matchesGolden('field-curves-empty.svg', chart.svg)
})

test('looks as stored', () => {
  matchesGolden('field-curves.svg', fieldCurvesChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('field-curves-narrow.svg', fieldCurvesChart(DATA, { ...OPTIONS, width: 328 }).svg)
})
