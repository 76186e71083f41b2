import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userLinesChart } from '../../../web/charts/user-lines.ts'
import type { UserLinesData, UserPoint } from '../../../web/charts/user-lines-data.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, pathPoints, texts } from './marks.ts'

const point = (users: number, median: number | null, change: Partial<UserPoint> = {}): UserPoint => ({
  ...{ users, n: 3, median, lowest: median && 0.9 * median, highest: median && 1.2 * median },
  ...change,
})

const DATA: UserLinesData = {
  ...{ measure: 'page time', unit: 'ms', scale: 'logarithmic', limit: { value: 3_000, text: '3 s' } },
  above: 'longer than all pages that were done',
  crossings: [
    { arm: 'h1', users: 130, between: [120, 150], isLowerBound: false },
    { arm: 'h3', users: 300, between: null, isLowerBound: true },
  ],
  lines: [
    {
      ...{ arm: 'h1', what: 'p95', isSecond: false },
      points: [point(50, 900), point(150, 4_000), point(300, null)],
    },
    {
      ...{ arm: 'h3', what: 'p95', isSecond: false },
      points: [point(50, 500), point(150, 600), point(300, 900, { highest: null })],
    },
    { arm: 'h3', what: 'p50', isSecond: true, points: [point(50, 400), point(150, 450), point(300, 600)] },
  ],
}

const OPTIONS = { width: 640, title: 'Page time, towline' }

test('a line ends where the median is above all that are known, and a cross stands there', () => {
  const { svg } = userLinesChart(DATA, OPTIONS)
  const [h1] = marks(svg, 'line').filter(({ attributes }) => attributes.d !== undefined)
  assert.equal(pathPoints(String(h1?.attributes.d)).length, 2)
  const outside = marks(svg, 'crossing').flatMap((group) => marks(group, 'left-out'))
  assert.equal(marks(svg, 'left-out').length - outside.length, 1)
})

test('the limit is a line, its crossing a mark with an interval, and a lower bound an arrow without one', () => {
  const { svg } = userLinesChart(DATA, OPTIONS)
  const limit = attribute(marks(svg, 'limit-line')[0], 'y1')
  const [h1, h3] = marks(svg, 'crossing')
  assert.ok(h1 && h3)
  const interval = marks(h1, 'interval')[0]
  assert.equal(attribute(interval, 'y1'), limit)
  assert.ok(attribute(interval, 'x1') < attribute(interval, 'x2'))
  assert.equal(marks(h3, 'interval').length, 0)
  const words = texts(marks(svg, 'key')[0] as never)
  assert.deepEqual(words, ['HTTP/1.1: 130 users below 3 s', 'HTTP/3: ≥ 300 users below 3 s'])
})

test('only the first line of an arm has a range; one repetition has none', () => {
  assert.equal(marks(userLinesChart(DATA, OPTIONS).svg, 'band').length, 2)
  const once = DATA.lines.map((each) => ({ ...each, points: each.points.map((of) => ({ ...of, n: 1 })) }))
  const chart = userLinesChart({ ...DATA, lines: once }, OPTIONS)
  assert.equal(marks(chart.svg, 'band').length, 0)
  assert.match(chart.note, /^n = 1 repetition of each protocol\. Lines thick: p95, thin: p50\./)
})

test('the read-out has the median of each line with its range, and says what is not known', () => {
  const { readOut, table } = userLinesChart(DATA, OPTIONS)
  assert.deepEqual(
    readOut?.stops.map(({ text }) => text),
    [
      '50 users: HTTP/1.1 p95 900 ms (810 ms to 1,080 ms) · HTTP/3 p95 500 ms (450 ms to 600 ms) · HTTP/3 p50 400 ms (360 ms to 480 ms)',
      '150 users: HTTP/1.1 p95 4,000 ms (3,600 ms to 4,800 ms) · HTTP/3 p95 600 ms (540 ms to 720 ms) · HTTP/3 p50 450 ms (405 ms to 540 ms)',
      '300 users: HTTP/1.1 p95 longer than all pages that were done · HTTP/3 p95 900 ms (810 ms to not known) · HTTP/3 p50 600 ms (540 ms to 720 ms)',
    ],
  )
  assert.deepEqual(table.rows.at(-3), [300, 'HTTP/1.1, p95', null, null, null, 3])
})

test('values that are all 0 are drawn on the axis, and no load is an empty state', () => {
  const zero = { ...DATA, scale: 'linear', unit: 'fraction', limit: null, crossings: [] } as const
  const lines = [{ arm: 'h1', what: null, isSecond: false, points: [point(50, 0), point(100, 0)] }]
  const { svg } = userLinesChart({ ...zero, lines }, OPTIONS)
  const [first] = marks(svg, 'line').flatMap(({ attributes }) => (attributes.d ? [String(attributes.d)] : []))
  assert.ok(pathPoints(first ?? '').every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
  const none = userLinesChart({ ...zero, lines: [] }, OPTIONS)
  assert.equal(none.readOut, null)
  assert.match(none.summary, /No intervals of a load of this server/)
})

test('looks as stored', () => {
  matchesGolden('user-lines.svg', userLinesChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('user-lines-narrow.svg', userLinesChart(DATA, { ...OPTIONS, width: 343 }).svg)
})
