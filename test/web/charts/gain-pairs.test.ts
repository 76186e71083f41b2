import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ArmGain, type GainPairsData, gainPairsChart } from '../../../web/charts/gain-pairs.ts'
import { matchesGolden } from './golden.ts'
import { attribute, marks, texts } from './marks.ts'

const DATA: GainPairsData = {
  measure: 'gain over HTTP/1.1 in page load time',
  arms: ['h2', 'h3'],
  rows: [
    {
      name: 'fast.test',
      href: '/sites/fast.test',
      gains: [armGain('h2', 1.25, [1.1, 1.4], 'faster'), armGain('h3', 2, [1.6, 2.5], 'faster')],
    },
    {
      name: 'same.test',
      gains: [armGain('h2', 1, [0.8, 1.25], 'no difference shown'), armGain('h3', 0.5, [0.4, 0.6], 'slower')],
    },
    { name: 'few.test', gains: [armGain('h2', 1.5, null, 'too few rounds')] },
    { name: 'none.test', gains: [] },
  ],
}

const OPTIONS = { width: 800, title: 'Gain at each site' }

test('the scale is logarithmic, the same for both arms', () => {
  const { svg } = gainPairsChart(DATA, OPTIONS)
  const one = attribute(marks(svg, 'one')[0], 'x1')
  const [fast, slow] = ['2.00×', '0.50×'].map((value) => {
    const row = marks(svg, 'pair-row').findIndex((each) => texts(each).includes(value))
    return attribute(
      marks(marks(svg, 'pair-row')[row] ?? svg, 'arm-h3').find(({ tag }) => tag === 'circle'),
      'cx',
    )
  })
  assert.ok(Math.abs((fast ?? 0) - one - (one - (slow ?? 0))) < 0.05)
})

test('the read-out says both arms in milliseconds and opens the site’s page', () => {
  const [stop] = gainPairsChart(DATA, OPTIONS).readOut?.stops ?? []
  assert.equal(stop?.href, '/sites/fast.test')
  assert.equal(
    stop?.text,
    'fast.test: HTTP/2 1.25× (1.10–1.40), 1,000 ms to 800 ms, faster, 9 rounds · HTTP/3 2.00× (1.60–2.50), 1,000 ms to 500 ms, faster, 9 rounds',
  )
})

test('the summary counts sites of each arm by what was shown; a site without a gain has no row', () => {
  const chart = gainPairsChart(DATA, OPTIONS)
  assert.equal(chart.summary, 'HTTP/2 faster at 1 of 3 sites, HTTP/3 faster at 1 of 2 sites.')
  assert.match(chart.note, /^n = 3 sites\./)
  assert.equal(chart.table.rows.length, 5)
})

test('looks as stored, narrow and empty too', () => {
  matchesGolden('gain-pairs.svg', gainPairsChart(DATA, { ...OPTIONS, standalone: true }).svg)
  matchesGolden('gain-pairs-narrow.svg', gainPairsChart(DATA, { ...OPTIONS, width: 328 }).svg)
  const empty = gainPairsChart({ ...DATA, rows: [] }, OPTIONS)
  assert.match(empty.summary, /No site has rounds of both arms/)
  matchesGolden('gain-pairs-empty.svg', empty.svg)
})

function armGain(
  arm: string,
  gain: number,
  interval: ArmGain['interval'],
  verdict: ArmGain['verdict'],
): ArmGain {
  return { arm, gain, interval, verdict, baselineMs: 1_000, armMs: 1_000 / gain, n: 9 }
}
