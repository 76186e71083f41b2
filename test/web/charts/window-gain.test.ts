import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowGainChart } from '../../../web/charts/window-gain.ts'
import type { WindowGainData, WindowPoint } from '../../../web/charts/window-gain-data.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, pathPoints, texts } from './marks.ts'

const point = (
  arm: string,
  fileBytes: number,
  gain: number,
  change: Partial<WindowPoint> = {},
): WindowPoint => ({
  ...{ arm, fileBytes, gain, n: 8, expected: 1.25 },
  interval: [0.97 * gain, 1.03 * gain],
  ...change,
})

const curve = (arms: readonly string[], most: number) => ({
  arms,
  points: [
    { fileBytes: 5_000, gain: 1 },
    { fileBytes: 50_000, gain: most },
    { fileBytes: 2_000_000, gain: 1.1 },
  ],
})

const DATA: WindowGainData = {
  ...{ smallWindow: 3, largeWindow: 10, missing: 0, needed: 6 },
  curves: [curve(['h1', 'h2'], 1.3), curve(['h3'], 1.4)],
  points: [
    point('h1', 10_000, 1.32),
    point('h2', 10_000, 1.31),
    point('h3', 10_000, 1.45),
    point('h1', 1_000_000, 1.12),
    point('h2', 1_000_000, 1.11),
    point('h3', 1_000_000, 1.14),
  ],
}

const OPTIONS = { width: 640, title: 'Gain of an initial window of 10 over 3, 100 ms round trip' }

test('what is expected is a curve, of protocols for which it is the same one', () => {
  const { svg } = windowGainChart(DATA, OPTIONS)
  const curves = marks(svg, 'line').filter(({ attributes }) => attributes.d !== undefined)
  assert.deepEqual(
    curves.map(({ attributes }) => attributes.class),
    ['line arm-other', 'line arm-h3'],
  )
  assert.equal(pathPoints(String(curves[0]?.attributes.d)).length, 3)
  assert.deepEqual(texts(marks(svg, 'key')[0] as never), [
    ...['expected, HTTP/1.1 and HTTP/2', 'expected, HTTP/3'],
    ...['HTTP/1.1', 'HTTP/2', 'HTTP/3'],
  ])
})

test('what was measured is a mark with its interval, beside those of other protocols', () => {
  const { svg, readOut } = windowGainChart(DATA, OPTIONS)
  const intervals = marks(svg, 'interval').filter(({ attributes }) => attributes.x1 === attributes.x2)
  assert.equal(intervals.length, 6)
  const [h1, h2, h3] = intervals.map((each) => attribute(each, 'x1')) as [number, number, number]
  assert.ok(h1 < h2 && h2 < h3 && h3 - h1 < 20)
  assert.ok(attribute(intervals[0], 'y1') > attribute(intervals[0], 'y2'), 'the lower end is lower')
  assert.deepEqual(
    readOut?.stops.map(({ text }) => text.slice(0, 52)),
    [
      '10.0 kB: HTTP/1.1 1.32× (1.28–1.36), expected 1.25×,',
      '1.00 MB: HTTP/1.1 1.12× (1.09–1.15), expected 1.25×,',
    ],
  )
})

test('n stands in the note, with what has no interval or no gain', () => {
  assert.match(windowGainChart(DATA, OPTIONS).note, /^n = 8 rounds each, with 95 % intervals\. Curves: /)
  const few = [point('h2', 10_000, 1.3, { n: 4, interval: null }), point('h3', 10_000, 1.4)]
  const { note, svg, table } = windowGainChart({ ...DATA, points: few, missing: 2 }, OPTIONS)
  assert.match(
    note,
    /^n = 4 to 8 rounds each, with 95 % intervals\. 1 mark without an interval: fewer than 6 rounds\. 2 marks left out: no gain\. /,
  )
  const drawn = marks(svg, 'interval').filter(({ attributes }) => attributes.x1 === attributes.x2)
  assert.equal(drawn.length, 1)
  assert.deepEqual(table.rows[0], [10_000, 'HTTP/2', 1.3, null, null, 1.25, 4])
})

test('before anything is measured there are the curves alone, and without a model an empty state', () => {
  const none = windowGainChart({ ...DATA, points: [] }, OPTIONS)
  assert.equal(none.readOut, null)
  assert.equal(marks(none.svg, 'line').filter(({ attributes }) => attributes.d !== undefined).length, 2)
  assert.match(none.summary, /^No file has been measured with initial windows of 3 and 10 yet\.$/)
  const empty = windowGainChart({ ...DATA, points: [], curves: [] }, OPTIONS)
  assert.equal(marks(empty.svg, 'empty').length, 1)
})

test('a file measured without a model stands in the middle', () => {
  const { svg } = windowGainChart({ ...DATA, curves: [], points: [point('h2', 10_000, 1.3)] }, OPTIONS)
  const [mark] = marks(svg, 'interval').filter(({ attributes }) => attributes.x1 === attributes.x2)
  assert.equal(attribute(mark, 'x1'), (52 + 640 - 16) / 2)
})

test('the drawing is as it was', () => {
  matchesGolden('window-gain.svg', windowGainChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('window-gain-phone.svg', windowGainChart(DATA, { ...OPTIONS, width: 340 }).svg)
})
