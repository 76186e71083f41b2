import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cablelabsTable } from '../../../web/charts/cablelabs-table.ts'
import { type FactorLinesData, factorLinesChart } from '../../../web/charts/factor-lines.ts'
import { gainBin } from '../../../web/charts/gain-bin.ts'
import { changeScale, differenceScale, GAIN_SCALE } from '../../../web/charts/heat-scale.ts'
import { type HeatmapData, heatmapChart } from '../../../web/charts/heatmap.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const OPTIONS = { width: 640, title: 'Gain of HTTP/2 over HTTP/1.1' }

test('bins of gain are symmetric about 1: a gain and its inverse are equally strong', () => {
  for (const gain of [1.01, 1.1, 1.3, 1.7, 3]) assert.equal(gainBin(gain) + gainBin(1 / gain), 8)
  assert.equal(gainBin(1), 4)
})

const square = (
  row: string,
  column: string,
  value: number,
  interval: readonly [number, number],
  result: string,
  n: number,
) => ({ row, column, value, interval, result, certain: result !== 'no difference shown', conditions: 1, n })

const HEATMAP: HeatmapData = {
  scale: GAIN_SCALE,
  measure: 'gain in page load time',
  xLabel: 'round trip (ms)',
  yLabel: 'page, loss',
  columns: ['20', '100'],
  rows: [
    { key: 'a', group: '100 objects of 1 kB', label: 'no loss' },
    { key: 'b', group: '100 objects of 1 kB', label: '1 % loss' },
    { key: 'c', group: '10 objects of 100 kB', label: 'no loss' },
  ],
  cells: [
    square('a', '20', 0.6, [0.5, 0.7], 'slower', 20),
    square('a', '100', 1.02, [0.9, 1.1], 'no difference shown', 20),
    square('b', '20', 2.4, [2.1, 2.7], 'faster', 19),
  ],
}

test('each square says its number with its interval, and one that was not measured says so', () => {
  const chart = heatmapChart(HEATMAP, OPTIONS)
  assert.deepEqual(marks(chart.svg, 'in-cell').flatMap(texts), ['0.60', '1.02', '2.40', '–', '–', '–'])
  assert.deepEqual(marks(chart.svg, 'in-cell-range').flatMap(texts), ['0.50–0.70', '0.90–1.10', '2.10–2.70'])
  assert.match(chart.readOut?.stops[3]?.text ?? '', /not measured/)
  assert.match(chart.note, /n = 3 conditions, 59 rounds; 3 squares without a value/)
})

test('the read-out goes through the squares row by row, and names page and condition', () => {
  const { readOut } = heatmapChart(HEATMAP, OPTIONS)
  assert.equal(readOut?.columns, 2)
  assert.equal(
    readOut?.stops[2]?.text,
    '100 objects of 1 kB, 1 % loss, round trip (ms) 20: gain 2.40×, 95 % interval 2.10–2.70, faster, 19 rounds',
  )
})

test('where squares are narrow the number is small, or left to the read-out; a long label has lines of its own', () => {
  const columns = Array.from({ length: 13 }, (_, i) => String(10 + 40 * i))
  const rows = [{ key: 'a', group: 'a page', label: '' }]
  const cells = columns.map((column) => square('a', column, 1.42, [1.2, 1.6], 'faster', 6))
  const drawn = (width: number) => heatmapChart({ ...HEATMAP, columns, rows, cells }, { ...OPTIONS, width })
  assert.deepEqual(
    [marks(drawn(358).svg, 'in-cell').length, marks(drawn(358).svg, 'in-cell-small').length],
    [0, 13],
  )
  assert.equal(marks(drawn(200).svg, 'in-cell-small').length, 0)
  assert.equal(drawn(200).readOut?.stops.length, 13)
  const long = [{ key: 'a', group: null, label: '20 ms round trip, 10/1 Mbit/s, 1 % loss' }]
  const { svg } = heatmapChart({ ...HEATMAP, rows: long }, { ...OPTIONS, width: 358 })
  const labels = marks(svg, 'tick-label').flatMap(texts).join(' ')
  assert.match(labels, /20 ms round trip, 10\/1 Mbit\/s, 1 % loss/)
})

test('several conditions in a square have no interval, and the note says how they were put together', () => {
  const cells = [{ ...square('a', '20', 1.5, [1, 2], 'faster', 40), interval: null, conditions: 2 }]
  const chart = heatmapChart({ ...HEATMAP, cells }, OPTIONS)
  assert.match(chart.note, /Of several conditions in a square: their geometric mean, without an interval\.$/)
  assert.match(chart.readOut?.stops[0]?.text ?? '', /40 rounds in 2 conditions$/)
})

test('the heat map looks as stored, narrow and empty too', () => {
  matchesGolden('heatmap.svg', heatmapChart(HEATMAP, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('heatmap-narrow.svg', heatmapChart(HEATMAP, { ...OPTIONS, width: 328 }).svg)
  matchesGolden('heatmap-empty.svg', heatmapChart({ ...HEATMAP, cells: [] }, OPTIONS).svg)
})

test('percent and differences are as strong one way as the other, and less is at the end of more colour', () => {
  const change = changeScale('fewer', 'more')
  assert.deepEqual(change.ends, ['more', 'fewer'])
  for (const ratio of [1.01, 1.1, 1.3, 1.7, 3])
    assert.equal(change.binOf(ratio - 1) + change.binOf(1 / ratio - 1), 8)
  assert.deepEqual([change.write(-0.173), change.write(1), change.write(0)], ['−17.3 %', '+100 %', '0.0 %'])
  assert.equal(change.writeRange([-0.2, 0.013]), '−20 % to +1.3 %')
  const difference = differenceScale('fewer', 'more', 'count', 20)
  assert.deepEqual([20, 2, 0.5, 0, -0.5, -2, -20].map(difference.binOf), [0, 3, 4, 4, 4, 5, 8])
  assert.deepEqual([difference.write(-3.5), difference.write(0)], ['−3.5', '0'])
  assert.equal(differenceScale('fewer', 'more', 'bytes', 0).binOf(0), 4)
})

const LINES: FactorLinesData = {
  measure: 'gain in page load time',
  xLabel: 'round trip (ms)',
  xs: ['10', '100', '200'],
  positions: [10, 100, 200],
  lines: [
    {
      arm: 'h2',
      points: [
        { x: '10', gain: 1, interval: [0.95, 1.05], conditions: 1, n: 20 },
        { x: '100', gain: 1.3, interval: [1.2, 1.4], conditions: 1, n: 20 },
        { x: '200', gain: null, interval: null, conditions: 0, n: 0 },
      ],
    },
  ],
}

test('a factor of numbers is spaced by their size, one of names evenly', () => {
  const xs = factorLinesChart(LINES, OPTIONS).readOut?.stops.map(({ x }) => x) ?? []
  assert.ok(Math.abs(((xs[1] ?? 0) - (xs[0] ?? 0)) / ((xs[2] ?? 0) - (xs[0] ?? 0)) - 90 / 190) < 0.001)
  const named =
    factorLinesChart({ ...LINES, positions: null }, OPTIONS).readOut?.stops.map(({ x }) => x) ?? []
  assert.ok(Math.abs(((named[1] ?? 0) - (named[0] ?? 0)) / ((named[2] ?? 0) - (named[0] ?? 0)) - 0.5) < 0.001)
  assert.equal(factorLinesChart({ ...LINES, lines: [] }, OPTIONS).readOut, null)
})

test('a gain of 1 lies on the line of no difference', () => {
  const { svg, readOut } = factorLinesChart(LINES, OPTIONS)
  const dot = readOut?.stops[0]?.dots?.[0]
  assert.ok(Math.abs((dot?.y ?? 0) - attribute(marks(svg, 'one')[0], 'y1')) < 0.05)
})

test('a point without a gain is counted and not drawn', () => {
  const chart = factorLinesChart(LINES, OPTIONS)
  assert.equal(marks(chart.svg, 'dot').length, 2)
  assert.match(chart.note, /n = 40 rounds; 1 point without a gain/)
  assert.equal(chart.readOut?.stops[2]?.text, 'round trip (ms) 200: no gain')
})

test('a point of several conditions says that it is their geometric mean', () => {
  assert.match(factorLinesChart(LINES, OPTIONS).note, /Bands are 95 % intervals\.$/)
  const lines = LINES.lines.map((line) => ({
    ...line,
    points: line.points.map((point) => ({ ...point, interval: null, conditions: 3 })),
  }))
  assert.match(
    factorLinesChart({ ...LINES, lines }, OPTIONS).note,
    /several conditions is their geometric mean, without an interval\.$/,
  )
  const [first, ...others] = lines
  const uneven = {
    ...first,
    points: first?.points.map((point, i) => ({ ...point, conditions: 3 + (i % 2) })) ?? [],
  }
  assert.match(
    factorLinesChart({ ...LINES, lines: [uneven as (typeof lines)[number], ...others] }, OPTIONS).note,
    /Points are of 3 to 4 conditions, so not of the same ones\.$/,
  )
})

test('lines look as stored', () => {
  matchesGolden('factor-lines.svg', factorLinesChart(LINES, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('factor-lines-empty.svg', factorLinesChart({ ...LINES, lines: [] }, OPTIONS).svg)
})

test('the CableLabs table has best, mean and worst with n in each cell, and says what was not measured', () => {
  const table = cablelabsTable({
    caption: 'Table 5: SPDY',
    rows: ['page A'],
    columns: ['servers 1', 'servers 2'],
    cells: [
      { row: 'page A', column: 'servers 1', best: 4.1, mean: 2.4, worst: 1.6, n: 8, leftOut: 1 },
      { row: 'page A', column: 'servers 2', best: null, mean: null, worst: null, n: 0, leftOut: 9 },
    ],
  })
  const words = texts(table).join(' ')
  assert.match(words, /best {2}4\.1 mean {2}2\.4 worst {2}1\.6 n = 8, 1 left out not measured/)
  matchesGolden('cablelabs-table.html', table)
})
