import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disjointPhases, type HarPhases } from '../../../web/charts/phase.ts'
import { phaseBarsChart } from '../../../web/charts/phase-bars.ts'
import { protocolMixChart } from '../../../web/charts/protocol-mix.ts'
import { type WaterfallData, waterfallChart } from '../../../web/charts/waterfall.ts'
import type { WaterfallRequest } from '../../../web/charts/waterfall-load.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const PHASES: HarPhases = { blocked: 2, dns: 10, connect: 40, ssl: 25, send: 1, wait: 60, receive: 30 }
const OPTIONS = { width: 1000, title: 'A title' }

test('ssl is taken out of connect, so that the parts add up to the whole', () => {
  const parts = Object.fromEntries(disjointPhases(PHASES).map(({ phase, ms }) => [phase, ms]))
  assert.equal(parts.connect, 15)
  assert.equal(parts.ssl, 25)
  const sum = Object.values(parts).reduce((total, ms) => total + ms, 0)
  assert.equal(sum, 2 + 10 + 40 + 1 + 60 + 30)
})

test('over QUIC all of connect is the handshake; what does not apply has no length', () => {
  const parts = disjointPhases({ ...PHASES, connect: 30, ssl: 30, dns: null, blocked: -1 })
  assert.deepEqual(
    parts.map(({ ms }) => ms),
    [0, 0, 0, 30, 1, 60, 30],
  )
})

test('phases are stacked without gaps or overlaps, in the order in which they happen', () => {
  const { svg } = phaseBarsChart(
    { statistic: 'median', arms: [{ arm: 'h1', n: 9, leftOut: 1, phases: PHASES }] },
    OPTIONS,
  )
  const bars = marks(svg, 'phase').filter((mark) => attribute(mark, 'height') > 12)
  assert.deepEqual(
    bars.map(({ attributes }) => attributes.class),
    ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'].map((name) => `phase phase-${name}`),
  )
  for (const [i, bar] of bars.entries()) {
    const before = bars[i - 1]
    // One px of paper stands between neighbours.
    const end =
      before === undefined ? attribute(bar, 'x') : attribute(before, 'x') + attribute(before, 'width') + 1
    assert.ok(Math.abs(end - attribute(bar, 'x')) < 0.6)
  }
})

test('phase bars look as stored, say n, and say when there is no HAR', () => {
  const arms = [
    { arm: 'h1', n: 9, leftOut: 1, phases: PHASES },
    { arm: 'h3', n: 8, leftOut: 2, phases: { ...PHASES, connect: 25 } },
    { arm: 'h2', n: 0, leftOut: 10, phases: { ...PHASES, connect: null } },
  ]
  const chart = phaseBarsChart({ statistic: 'mean', arms }, { ...OPTIONS, standalone: true })
  assert.match(
    chart.note,
    /HTTP\/1\.1: n = 9, 1 left out; HTTP\/3: n = 8, 2 left out; HTTP\/2: n = 0, 10 left out/,
  )
  matchesGolden('phase-bars.svg', chart.svg)
  const empty = phaseBarsChart({ statistic: 'mean', arms: [] }, OPTIONS)
  assert.match(empty.summary, /No valid sample has a HAR/)
  matchesGolden('phase-bars-empty.svg', empty.svg)
})

test('the protocol mix fills a bar with its shares, and says n and what is not known', () => {
  const arms = [
    { arm: 'h2', n: 9, leftOut: 1, shares: { h1: 0.25, h2: 0.75, h3: 0 } },
    { arm: 'h3', n: 0, leftOut: 9, shares: { h1: null, h2: null, h3: null } },
  ]
  const chart = protocolMixChart({ arms }, { ...OPTIONS, standalone: true })
  const [h1, h2] = marks(chart.svg, 'mix').filter((mark) => attribute(mark, 'height') > 12)
  assert.ok(Math.abs(attribute(h2, 'width') / attribute(h1, 'width') - 3) < 0.05)
  assert.match(chart.note, /HTTP\/3: n = 0, 9 left out/)
  matchesGolden('protocol-mix.svg', chart.svg)
  const empty = protocolMixChart({ arms: [] }, OPTIONS)
  matchesGolden('protocol-mix-empty.svg', empty.svg)
})

const WATERFALLS: WaterfallData = {
  loads: [
    {
      arm: 'h1',
      which: 'the median of 9 samples by time on wire, round 3',
      marks: { TTFB: 60, FCP: 200, LCP: 205, load: 400 },
      requests: [
        request('https://site.test/', 0),
        request('https://site.test/a.js?v=1', 120),
        request('https://site.test/b.png', 150, 0),
      ],
    },
    {
      arm: 'h3',
      which: 'the median of 8 samples by time on wire, round 5',
      marks: { TTFB: 50, FCP: 120, LCP: null, load: 250 },
      requests: [request('https://site.test/', 0), request('https://site.test/a.js?v=1', 80)],
    },
  ],
}

test('both loads of a waterfall are on one time axis, side by side', () => {
  const { svg } = waterfallChart(WATERFALLS, OPTIONS)
  const [left, right] = marks(svg, 'panel')
  assert.ok(left && right)
  const scale = (panel: typeof left) => {
    const ticks = marks(panel, 'grid').map((line) => attribute(line, 'x1'))
    const labels = marks(panel, 'tick-label').flatMap(texts)
    return { step: (ticks[1] ?? 0) - (ticks[0] ?? 0), labels }
  }
  assert.deepEqual(scale(right).labels, scale(left).labels)
  assert.ok(Math.abs(scale(right).step - scale(left).step) < 0.05)
})

test('a request begins at its start, and its phases follow each other to its end', () => {
  const { svg } = waterfallChart(WATERFALLS, OPTIONS)
  const left = marks(svg, 'panel')[0]
  assert.ok(left)
  const [zero = 0, second = 0] = marks(left, 'grid').map((line) => attribute(line, 'x1'))
  const label = marks(left, 'tick-label').flatMap(texts)[1] ?? ''
  const perMs = (second - zero) / Number.parseFloat(label)
  const bars = marks(left, 'phase').slice(7, 14)
  assert.ok(Math.abs(attribute(bars[0], 'x') - (zero + 120 * perMs)) < 0.1)
  const last = bars.at(-1)
  const end = attribute(last, 'x') + attribute(last, 'width')
  assert.ok(Math.abs(end - (zero + (120 + 143) * perMs)) < 0.1)
})

test('marks that a load lacks are not drawn; a request without an answer says so', () => {
  const chart = waterfallChart(WATERFALLS, OPTIONS)
  const words = texts(chart.svg)
  assert.equal(words.filter((text) => text.startsWith('LCP')).length, 1)
  assert.ok(words.includes('× no response'))
  assert.match(chart.readOut?.stops[2]?.text ?? '', /no response \(net::ERR_FAILED\)/)
})

test('requests beyond the limit are in the table, and the note says how many are drawn', () => {
  const requests = Array.from({ length: 90 }, (_, i) => request(`https://site.test/${i}`, i))
  const loads = [{ ...WATERFALLS.loads[0], requests }] as WaterfallData['loads']
  const chart = waterfallChart({ loads }, { ...OPTIONS, maxRows: 60 })
  assert.match(chart.note, /first 60 of 90 requests drawn/)
  assert.equal(chart.table.rows.length, 90)
  assert.equal(chart.readOut?.stops.length, 60)
})

test('waterfalls look as stored: side by side, stacked where it is narrow, and without a load', () => {
  matchesGolden('waterfall.svg', waterfallChart(WATERFALLS, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('waterfall-narrow.svg', waterfallChart(WATERFALLS, { ...OPTIONS, width: 358 }).svg)
  matchesGolden('waterfall-empty.svg', waterfallChart({ loads: [] }, OPTIONS).svg)
})

function request(url: string, startMs: number, status = 200): WaterfallRequest {
  const error = status === 0 ? 'net::ERR_FAILED' : null
  return { startMs, durationMs: 143, url, status, error, protocol: 'h2', sizeBytes: 1500, phases: PHASES }
}
