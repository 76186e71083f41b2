import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type WaterfallData, waterfallChart } from '../../../web/charts/waterfall.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'
import { largeLoad, load, REUSED, request } from './waterfall-loads.ts'

const OPTIONS = { width: 1000, title: 'A title' }

const STYLE = request({
  url: 'https://site.test/a.css',
  startMs: 120,
  type: 'style',
  initialPriority: 'Medium',
  priority: 'VeryHigh',
  renderBlocking: 'blocking',
  phases: REUSED,
})
const LOST = request({ url: 'https://cdn.test/b.png?v=1', startMs: 150, status: 0, connection: null })
const DOCUMENT = request({ type: 'document', initialPriority: 'VeryHigh', priority: 'VeryHigh' })

const WATERFALLS: WaterfallData = {
  loads: [
    load('h1', [DOCUMENT, STYLE, LOST]),
    {
      ...load('h3', [
        DOCUMENT,
        { ...STYLE, startMs: 80, protocol: 'h3', renderBlocking: 'in-body parser blocking' },
        request({ url: 'https://site.test/only.js', startMs: 90, type: 'script', status: 404 }),
      ]),
      marks: { TTFB: 50, FCP: 120, LCP: null, load: 250 },
    },
  ],
}

test('both loads of a waterfall are on one time axis, side by side', () => {
  const { svg } = waterfallChart(WATERFALLS, OPTIONS)
  const [left, right] = marks(svg, 'axis')
  assert.ok(left && right)
  const scale = (axis: typeof left) => {
    const ticks = marks(axis, 'tick').map((line) => attribute(line, 'x1'))
    return { step: (ticks[1] ?? 0) - (ticks[0] ?? 0), labels: marks(axis, 'tick-label').flatMap(texts) }
  }
  assert.deepEqual(scale(right).labels, scale(left).labels)
  assert.ok(Math.abs(scale(right).step - scale(left).step) < 0.05)
})

test('a request begins at its start, and its phases follow each other to its end', () => {
  const { svg } = waterfallChart(WATERFALLS, OPTIONS)
  const [axis] = marks(svg, 'axis')
  assert.ok(axis)
  const [zero = 0, second = 0] = marks(axis, 'tick').map((line) => attribute(line, 'x1'))
  const label = marks(axis, 'tick-label').flatMap(texts)[1] ?? ''
  const perMs = (second - zero) / Number.parseFloat(label)
  const [panel] = marks(svg, 'panel')
  assert.ok(panel)
  // Those of the style sheet, after the seven of the document: its connection was open already.
  const bars = marks(panel, 'phase').slice(7, 11)
  assert.ok(Math.abs(attribute(bars[0], 'x') - (zero + 120 * perMs)) < 0.1)
  const last = bars.at(-1)
  const end = attribute(last, 'x') + attribute(last, 'width')
  assert.ok(Math.abs(end - (zero + (120 + 93) * perMs)) < 0.1)
})

test('marks that a load lacks are not drawn; a request without an answer says so', () => {
  const chart = waterfallChart(WATERFALLS, OPTIONS)
  const words = texts(chart.svg)
  assert.equal(words.filter((text) => text.startsWith('LCP')).length, 1)
  assert.ok(words.includes('× no response'))
  assert.match(chart.readOut?.stops[2]?.text ?? '', /no response \(net::ERR_FAILED\)/)
})

test('a row has number, host, type, protocol, status, size and priority where there is room', () => {
  const wide = waterfallChart({ loads: WATERFALLS.loads.slice(0, 1) }, { ...OPTIONS, width: 1_080 })
  const words = texts(wide.svg)
  for (const word of ['#', 'request', 'host', 'type', 'HTTP', 'status', 'size', 'priority'])
    assert.ok(words.includes(word), word)
  for (const word of ['2', 'a.css', 'site.test', 'style', 'h2', '200', '1.50 kB', 'Highest ↑'])
    assert.ok(words.includes(word), word)
  const narrow = texts(
    waterfallChart({ loads: WATERFALLS.loads.slice(0, 1) }, { ...OPTIONS, width: 358 }).svg,
  )
  assert.ok(narrow.includes('a.css') && !narrow.includes('host'))
  const old = load('h1', [request({ protocol: 'http/1.1' })])
  const shown = texts(waterfallChart({ loads: [old] }, { ...OPTIONS, width: 1_080 }).svg)
  assert.ok(shown.includes('1.1') && !shown.some((text) => text.startsWith('htt')), 'it fits the column')
})

test('requests beyond the limit are not in a picture, which says so, and are in the table and the long chart', () => {
  const loads = [largeLoad('h1', 1_000)]
  const chart = waterfallChart({ loads }, { ...OPTIONS, maxRows: 60 })
  assert.match(chart.note, /first 60 of 1000 requests drawn/)
  assert.equal(chart.readOut?.stops.length, 60)
  assert.equal(chart.table.rows.length, 1_000)
  assert.doesNotMatch(chart.long?.note ?? '', /drawn/)
  assert.equal(chart.long?.readOut.stops.length, 1_000)
})

test('of the long chart the rows that reach into a part are drawn, each in its place', () => {
  const { long } = waterfallChart({ loads: [largeLoad('h1', 1_000)] }, OPTIONS)
  assert.ok(long)
  const height = Number(long.body.attributes.height)
  assert.ok(height > 1_000 * 18)
  const part = long.rows(9_000, 9_400)
  const names = marks(part, 'request')
    .flatMap(texts)
    .filter((text) => text.endsWith('.png'))
  assert.ok(names.length >= 22 && names.length <= 24, `${names.length} rows`)
  const stop = long.readOut.stops.find(({ text }) => text.includes(`/${names[0]}:`))
  assert.ok(stop?.box && stop.box.y <= 9_000 && stop.box.y + stop.box.height > 9_000)
  assert.equal(marks(long.rows(0, height), 'panel').length, 1)
})

test('aligned loads share a row by address, and what only one has is marked', () => {
  const chart = waterfallChart(WATERFALLS, { ...OPTIONS, aligned: true })
  assert.equal(marks(chart.svg, 'panel').length, 1)
  const { stops } = chart.long?.readOut ?? { stops: [] }
  assert.deepEqual(
    stops.map(({ text }) => text.split(' ')[0]),
    [
      'https://site.test/',
      'https://site.test/only.js',
      'https://site.test/a.css',
      'https://cdn.test/b.png?v=1',
    ],
  )
  assert.match(stops[1]?.text ?? '', /HTTP\/1\.1: not requested \| HTTP\/3 3\/3: from 90/)
  assert.match(stops[2]?.text ?? '', /HTTP\/1\.1 2\/3: from 120 .* \| HTTP\/3 2\/3: from 80/)
  const words = texts(chart.svg)
  assert.equal(words.filter((text) => text === 'HTTP/1.1: not requested').length, 1)
  assert.equal(words.filter((text) => text === 'HTTP/3: not requested').length, 1)
  assert.match(chart.note, /Requests of the same method and whole URL share a row\./)
})

test('failed requests have a ground of their own, also one that was answered', () => {
  const { svg } = waterfallChart(WATERFALLS, OPTIONS)
  const grounds = marks(svg, 'row-ground').filter(({ attributes }) =>
    String(attributes.class).includes('failed'),
  )
  assert.equal(grounds.length, 2)
  const words = texts(svg)
  assert.ok(words.includes('× 404') && words.includes('failed'))
  const fine = waterfallChart({ loads: [load('h2', [DOCUMENT, STYLE])] }, OPTIONS)
  assert.equal(marks(fine.svg, 'failed-bar').length, 0)
})

test('what blocks rendering is marked by the browser’s word alone', () => {
  const { svg, long } = waterfallChart(WATERFALLS, OPTIONS)
  assert.equal(marks(svg, 'blocking-mark').length, 2)
  assert.equal(marks(svg, 'open').length, 1)
  assert.match(long?.readOut.stops[1]?.text ?? '', /blocks rendering · priority Highest/)
  const unknown = { ...STYLE, renderBlocking: null, initialPriority: null, priority: null }
  const old = waterfallChart({ loads: [load('h2', [unknown])] }, { ...OPTIONS, width: 1_080 })
  assert.equal(marks(old.svg, 'blocking-mark').length, 0)
  const details = new Map(
    old.long?.readOut.stops[0]?.details?.().rows.map(([name = '', value]) => [name, value]),
  )
  assert.deepEqual([details.get('rendering'), details.get('priority')], ['unknown', 'unknown'])
})

test('ordered by connection each has a heading, and requests without one come last', () => {
  const chart = waterfallChart({ loads: WATERFALLS.loads.slice(0, 1) }, { ...OPTIONS, order: 'connection' })
  assert.deepEqual(marks(chart.svg, 'group-title').flatMap(texts), [
    'connection 1: site.test, HTTP/2, 2 requests',
    'connection unknown or none: cdn.test, HTTP/2, 1 request',
  ])
})

test('aligned and ordered by connection, no request is left out or comes twice', () => {
  const loads = [largeLoad('h1', 300), largeLoad('h3', 310)]
  const both = { ...OPTIONS, aligned: true }
  const addresses = (order: 'start' | 'connection') =>
    waterfallChart({ loads }, { ...both, order }).long?.readOut.stops.map(({ text }) => text.split(' ')[0])
  const byStart = addresses('start') ?? []
  assert.equal(byStart.length, 310)
  assert.deepEqual(addresses('connection')?.toSorted(), byStart.toSorted())
})

test('the connection view has a lane a connection, with its set-up and the requests on it', () => {
  const chart = waterfallChart(
    { loads: [largeLoad('h2', 120)] },
    { ...OPTIONS, view: 'connections', aligned: true },
  )
  const lanes = marks(chart.svg, 'request').flatMap(texts)
  assert.deepEqual(
    lanes.filter((text) => /^\d {2}/.test(text)),
    [
      '1  host-0.test',
      '2  host-1.test',
      '3  host-2.test',
      '4  host-0.test',
      '5  host-1.test',
      '6  host-2.test',
    ],
  )
  assert.equal(marks(chart.svg, 'phase-ssl').filter((bar) => attribute(bar, 'height') < 12).length, 6)
  assert.equal(chart.readOut?.stops.length, 120)
  assert.match(
    chart.readOut?.stops[0]?.text ?? '',
    /^connection 1: host-0\.test, HTTP\/2, 20 requests\. HTTP\/2 1\/120/,
  )
})

test('where it is narrow a name is cut in its middle, and a lane still says how many requests it has', () => {
  const long = 'https://site.test/a-name-that-begins-like-others-and-ends-in-7.js'
  const narrow = { ...OPTIONS, width: 358 }
  const row = texts(waterfallChart({ loads: [load('h2', [request({ url: long })])] }, narrow).svg)
  assert.ok(
    row.some((text) => /^a-.+….*7\.js$/.test(text)),
    row.join(' '),
  )
  const lanes = texts(
    waterfallChart({ loads: [largeLoad('h2', 60)] }, { ...narrow, view: 'connections' }).svg,
  )
  assert.ok(lanes.includes('HTTP/2, 10 req.'), lanes.join(' '))
})

test('two loads of one arm have names of their own', () => {
  const [first] = WATERFALLS.loads
  assert.ok(first)
  const loads = ['A', 'B'].map((label) => ({ ...first, label }))
  const { long } = waterfallChart({ loads }, { ...OPTIONS, aligned: true })
  assert.match(long?.readOut.stops[0]?.text ?? '', / A 1\/3: .* \| B 1\/3: /)
})

test('waterfalls look as stored: aligned, side by side, by connection, narrow, as lanes, and without a load', () => {
  const drawn = (options: object) => waterfallChart(WATERFALLS, { ...OPTIONS, ...options }).svg
  matchesGolden('waterfall.svg', drawn({ standalone: true }))
  matchesGolden('waterfall-aligned.svg', drawn({ aligned: true, standalone: true, width: 1_080 }))
  matchesGolden('waterfall-by-connection.svg', drawn({ aligned: true, order: 'connection' }))
  matchesGolden('waterfall-connections.svg', drawn({ view: 'connections' }))
  matchesGolden('waterfall-narrow.svg', drawn({ width: 358 }))
  matchesGolden('waterfall-empty.svg', waterfallChart({ loads: [] }, OPTIONS).svg)
})
