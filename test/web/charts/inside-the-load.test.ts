import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disjointPhases, type HarPhases } from '../../../web/charts/phase.ts'
import { phaseBarsChart } from '../../../web/charts/phase-bars.ts'
import { protocolMixChart } from '../../../web/charts/protocol-mix.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks } from './marks.ts'

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
