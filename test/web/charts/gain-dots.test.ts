import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GainDotsData, gainDotsChart } from '../../../web/charts/gain-dots.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const DATA: GainDotsData = {
  measure: 'gain of HTTP/2 over HTTP/1.1 in page load time',
  rows: [
    { name: 'fast.test', gain: 2, interval: [1.6, 2.5], verdict: 'faster', n: 20, leftOut: 1 },
    { name: 'same.test', gain: 1, interval: [0.8, 1.25], verdict: 'no difference shown', n: 20, leftOut: 0 },
    { name: 'few.test', gain: 1.5, interval: null, verdict: 'too few rounds', n: 4, leftOut: 16 },
    { name: 'slow.test', gain: 0.5, interval: [0.4, 0.625], verdict: 'slower', n: 19, leftOut: 2 },
    { name: 'none.test', gain: null, interval: null, verdict: 'too few rounds', n: 0, leftOut: 20 },
  ],
}

const OPTIONS = { width: 800, title: 'Sites by gain' }

test('the scale is logarithmic: half and twice are equally far from 1', () => {
  const { svg } = gainDotsChart(DATA, OPTIONS)
  const one = attribute(marks(svg, 'one')[0], 'x1')
  const [fast, , slow] = marks(svg, 'interval').map((line) => [attribute(line, 'x1'), attribute(line, 'x2')])
  assert.ok(fast && slow)
  // 1.6..2.5 and 0.4..0.625 mirror each other about 1.
  assert.ok(Math.abs((fast[0] ?? 0) - one - (one - (slow[1] ?? 0))) < 0.05)
  assert.ok(Math.abs((fast[1] ?? 0) - one - (one - (slow[0] ?? 0))) < 0.05)
})

test('a dot stands between the ends of its interval, and on the line where the gain is 1', () => {
  const { svg } = gainDotsChart(DATA, OPTIONS)
  const same = marks(svg, 'gain-row')[1]
  assert.ok(same)
  const dot = attribute(marks(same, 'dot')[0], 'cx')
  assert.ok(Math.abs(dot - attribute(marks(svg, 'one')[0], 'x1')) < 0.05)
  const interval = marks(same, 'interval')[0]
  assert.ok(attribute(interval, 'x1') < dot && dot < attribute(interval, 'x2'))
})

test('too few rounds for an interval have a cross and no bar, and the read-out says why', () => {
  const chart = gainDotsChart(DATA, OPTIONS)
  const few = marks(chart.svg, 'gain-row')[2]
  assert.ok(few)
  assert.equal(marks(few, 'interval').length, 0)
  assert.match(chart.readOut?.stops[2]?.text ?? '', /few\.test: gain 1\.50×?, too few rounds, 4 rounds/)
})

test('a source that does not count what was left out is not made to say none', () => {
  const rows = DATA.rows.map((row) => ({ ...row, leftOut: null }))
  assert.doesNotMatch(gainDotsChart({ ...DATA, rows }, OPTIONS).note, /left out/)
})

test('a name is text, whatever it is made of', () => {
  const rows = [{ ...DATA.rows[0], name: '<img src=x onerror=alert(1)>' }] as GainDotsData['rows']
  const chart = gainDotsChart({ ...DATA, rows }, { ...OPTIONS, width: 1600 })
  assert.ok(texts(chart.svg).some((text) => text.startsWith('<img')))
  matchesGolden('gain-dots-markup.svg', chart.svg)
})

test('no site with a gain is an empty state with a reason', () => {
  const chart = gainDotsChart({ ...DATA, rows: [] }, OPTIONS)
  assert.match(chart.summary, /No site has rounds of both arms/)
  matchesGolden('gain-dots-empty.svg', chart.svg)
})

test('what a row without any comparison left out is counted as well', () => {
  const lost = { name: 'HTTP/3', gain: null, interval: null, verdict: null, n: 0, leftOut: 15 }
  const chart = gainDotsChart({ measure: 'gain', each: 'protocol', rows: [lost] }, OPTIONS)
  assert.match(chart.note, /^n = 0 protocols, 0 rounds; 15 samples left out; 1 protocol without a gain\./)
  assert.deepEqual(chart.table.rows, [['HTTP/3', null, null, null, null, 0, 15]])
})

test('looks as stored', () => {
  matchesGolden('gain-dots.svg', gainDotsChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('gain-dots-narrow.svg', gainDotsChart(DATA, { ...OPTIONS, width: 328 }).svg)
})
