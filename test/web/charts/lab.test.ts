import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cablelabsTable } from '../../../web/charts/cablelabs-table.ts'
import { type FactorLinesData, factorLinesChart } from '../../../web/charts/factor-lines.ts'
import { gainBin } from '../../../web/charts/gain-bin.ts'
import { type HeatmapData, heatmapChart } from '../../../web/charts/heatmap.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const OPTIONS = { width: 640, title: 'Gain of HTTP/2 over HTTP/1.1' }

test('bins of gain are symmetric about 1: a gain and its inverse are equally strong', () => {
  for (const gain of [1.01, 1.1, 1.3, 1.7, 3]) assert.equal(gainBin(gain) + gainBin(1 / gain), 8)
  assert.equal(gainBin(1), 4)
})

const HEATMAP: HeatmapData = {
  measure: 'gain in page load time',
  xLabel: 'round trip (ms)',
  yLabel: 'downstream (Mbit/s)',
  xs: ['20', '100'],
  ys: ['1', '10'],
  cells: [
    { x: '20', y: '1', gain: 0.6, interval: [0.5, 0.7], verdict: 'slower', conditions: 1, n: 20 },
    {
      x: '100',
      y: '1',
      gain: 1.02,
      interval: [0.9, 1.1],
      verdict: 'no difference shown',
      conditions: 1,
      n: 20,
    },
    { x: '20', y: '10', gain: 2.4, interval: [2.1, 2.7], verdict: 'faster', conditions: 1, n: 19 },
  ],
}

test('each cell says its number, and one that was not measured says so', () => {
  const chart = heatmapChart(HEATMAP, OPTIONS)
  assert.deepEqual(marks(chart.svg, 'in-cell').flatMap(texts), ['0.60', '1.02', '2.40', '–'])
  assert.match(chart.readOut?.stops[3]?.text ?? '', /not measured/)
  assert.match(chart.note, /n = 3 conditions, 59 rounds; 1 cell without a gain/)
})

test('a gain that was shown differs from one that was not by more than colour', () => {
  const chart = heatmapChart(HEATMAP, OPTIONS)
  assert.equal(marks(chart.svg, 'certain-dot').length, 2)
  assert.equal(marks(chart.svg, 'certain').length, 2)
})

test('the read-out goes through the cells row by row', () => {
  const { readOut } = heatmapChart(HEATMAP, OPTIONS)
  assert.equal(readOut?.columns, 2)
  assert.match(readOut?.stops[2]?.text ?? '', /^round trip \(ms\) 20, downstream \(Mbit\/s\) 10: gain 2\.40×/)
})

test('the heat map looks as stored, narrow and empty too', () => {
  matchesGolden('heatmap.svg', heatmapChart(HEATMAP, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('heatmap-narrow.svg', heatmapChart(HEATMAP, { ...OPTIONS, width: 328 }).svg)
  matchesGolden('heatmap-empty.svg', heatmapChart({ ...HEATMAP, cells: [] }, OPTIONS).svg)
})

const LINES: FactorLinesData = {
  measure: 'gain in page load time',
  xLabel: 'round trip (ms)',
  xs: ['10', '100', '200'],
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
  const named = { ...LINES, xs: ['A', 'B', 'C'], lines: [] }
  assert.equal(factorLinesChart(named, OPTIONS).readOut, null)
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
