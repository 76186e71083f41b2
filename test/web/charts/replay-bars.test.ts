import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReplayBar, type ReplayBarsData, replayBarsChart } from '../../../web/charts/replay-bars.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const BAR: ReplayBar = {
  ...{ name: 'www.example.com/', gain: 1.25, interval: [1.1, 1.42], verdict: 'faster', n: 20 },
  ...{ baselineMs: 1_250, armMs: 1_000, missedLoads: 1, leftOut: 2 },
  ...{ answered: 0.995, bytes: 0.98, liveRatio: 1.04, fidelity: 'within 5 %' },
}

const DATA: ReplayBarsData = {
  measure: 'gain of HTTP/3 over HTTP/1.1 in page load time',
  summary: 'HTTP/3 in place of HTTP/1.1: mean gain 1.03 over 3 pages.',
  one: 'page',
  ...{ without: 1, leftOut: 14, missedLoads: 2 },
  bars: [
    BAR,
    {
      ...{
        ...BAR,
        name: 'static.example.org/page',
        gain: 1,
        interval: null,
        verdict: 'too few rounds',
        n: 4,
      },
      ...{ answered: null, bytes: null, liveRatio: null, fidelity: null, missedLoads: 0, leftOut: 0 },
    },
    {
      ...BAR,
      name: 'slow.example.net/',
      gain: 0.8,
      interval: [0.7, 0.9],
      verdict: 'slower',
      liveRatio: 1.3,
      fidelity: 'not faithful',
    },
  ],
}

const OPTIONS = { width: 1_000, title: 'Gain of HTTP/3 over HTTP/1.1, page by page' }

test('a bar reaches from 1 to the gain, and equal factors either way are equally long', () => {
  const { svg } = replayBarsChart(DATA, OPTIONS)
  const one = attribute(marks(svg, 'one')[0], 'x1')
  const [faster, same, slower] = marks(svg, 'gain-bar').map((bar) => ({
    from: attribute(bar, 'x'),
    to: attribute(bar, 'x') + attribute(bar, 'width'),
  }))
  assert.ok(faster && same && slower)
  assert.ok(Math.abs(faster.from - one) < 0.05 && faster.to > one)
  assert.ok(Math.abs(slower.to - one) < 0.05 && slower.from < one)
  // 1.25 and 0.8 are each other's inverse.
  assert.ok(Math.abs(faster.to - faster.from - (slower.to - slower.from)) < 0.05)
  assert.ok(Math.abs(same.to - same.from) < 0.05)
})

test('a run of other pages has no columns for what no page has', () => {
  const plain = { answered: null, bytes: null, liveRatio: null, fidelity: null }
  const bars = DATA.bars.map((bar) => ({ ...bar, ...plain }))
  const chart = replayBarsChart({ ...DATA, bars }, OPTIONS)
  assert.ok(!texts(chart.svg).includes('answered'))
  assert.doesNotMatch(chart.readOut?.stops[0]?.text ?? '', /answered/)
})

test('the read-out and the note say n, what is left out, and why', () => {
  const { readOut, note } = replayBarsChart(DATA, OPTIONS)
  assert.equal(
    readOut?.stops[0]?.text,
    'www.example.com/: gain 1.25×, 95 % interval 1.10–1.42, faster, 20 rounds, 1,250 ms to 1,000 ms, answered 99.5 %, bytes 98.0 %, to live 1.04×, fidelity within 5 %',
  )
  assert.equal(
    note,
    'n = 3 pages, 44 rounds; 14 loads left out, 2 of them for requests that were not recorded; 1 page without a gain. Lines are 95 % intervals.',
  )
})

test('a name has the room that it needs, and of a long one both ends stand', () => {
  const labelOf = (name: string): string =>
    texts(
      marks(replayBarsChart({ ...DATA, bars: [{ ...BAR, name }] }, OPTIONS).svg, 'gain-row')[0] as never,
    )[0] ?? ''
  assert.equal(labelOf('www.example.com/a/longer/path'), 'www.example.com/a/longer/path')
  assert.match(labelOf(`www.example.com/${'a/'.repeat(40)}end`), /^www\.example.*….*end$/)
})

test('no page with a gain is an empty state with a reason', () => {
  const chart = replayBarsChart({ ...DATA, bars: [] }, OPTIONS)
  assert.match(chart.summary, /No page has rounds of both arms/)
  assert.equal(chart.readOut, null)
})

test('looks as stored', () => {
  matchesGolden('replay-bars.svg', replayBarsChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('replay-bars-narrow.svg', replayBarsChart(DATA, { ...OPTIONS, width: 343 }).svg)
})
