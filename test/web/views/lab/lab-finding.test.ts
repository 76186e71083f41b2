import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GainRow, variedFactors } from '../../../../web/views/lab/lab-factors.ts'
import { labFinding } from '../../../../web/views/lab/lab-finding.ts'
import { type Compared, labScale } from '../../../../web/views/lab/lab-scale.ts'
import { gainRow } from './gain-rows.ts'

const PLT: Compared = { metric: 'plt_ms', arm: 'h2', baseline: 'h1' }

function found(rows: readonly GainRow[], compared: Compared = PLT, scale: 'ratio' | 'difference' = 'ratio') {
  return labFinding(rows, variedFactors(rows), labScale({ scale }, compared, rows), compared)
}

const small = (rttMs: number, given: Partial<GainRow> = {}) =>
  gainRow({ page: 'objects-100x1000', rttMs }, given)
const large = (rttMs: number, given: Partial<GainRow> = {}) =>
  gainRow({ page: 'objects-10x100000', rttMs }, given)
const ratio = (gain: number, low: number, high: number): Partial<GainRow> => ({
  ...{ gain, gainInterval: { low, high } },
  change: low > 1 ? 'less' : high < 1 ? 'more' : 'no difference shown',
})

test('each page has its range with what is decided, then the ends with n and interval', () => {
  const { headline, support } = found([
    small(20, ratio(1.9, 1.7, 2.1)),
    small(100, ratio(3.1, 2.8, 3.4)),
    large(20, ratio(1.004, 0.98, 1.03)),
    large(100, ratio(0.97, 0.7, 1.3)),
  ])
  assert.equal(
    headline,
    'HTTP/2 in place of HTTP/1.1, gain in page load time: 100 objects of 1 kB 1.90–3.10 times (faster in all 2 conditions); ' +
      '10 objects of 100 kB 0.970–1.004 times (no difference beyond 5 % in 1 of 2 conditions, not decided in 1).',
  )
  assert.equal(
    support,
    'Faster in 2 of 4 conditions, no difference beyond 5 % in 1, not decided in 1. ' +
      'Lowest: 0.97× (95 % interval 0.70–1.30, 10 rounds) for 10 objects of 100 kB, 100 ms round trip. ' +
      'Highest: 3.10× (95 % interval 2.80–3.40, 10 rounds) for 100 objects of 1 kB, 100 ms round trip.',
  )
})

test('of many pages those that gain most and least are named', () => {
  const rows = [1.2, 3, 0.5, 2].map((gain, i) =>
    gainRow({ page: `page-${i}` }, ratio(gain, gain * 0.9, gain * 1.1)),
  )
  assert.match(
    found(rows).headline,
    /gain in page load time, of 4 pages the first and the last: page-1 3\.00 times \(faster\); page-2 0\.50 times \(slower\)\.$/,
  )
})

test('not decided, no difference and too few rounds are answers', () => {
  const open = ratio(1.2, 0.8, 1.6)
  assert.match(
    found([small(20, open), large(20, open)]).headline,
    /^Not decided: no condition shows a difference between/,
  )
  const same = ratio(1, 0.97, 1.02)
  assert.match(
    found([small(20, same), large(20, same)]).headline,
    /^No difference between HTTP\/2 and HTTP\/1\.1 in page/,
  )
  const few: Partial<GainRow> = { n: 5, gainInterval: null, change: 'too few rounds' }
  const { headline, support } = found([small(20, few), large(20, few)])
  assert.match(headline, /^Too few rounds of HTTP\/2 and HTTP\/1\.1 for a verdict: an interval needs 6\.$/)
  assert.match(support, /^Too few rounds in all 2 conditions\. .*\(no interval, 5 rounds\)/)
  const none: Partial<GainRow> = { n: 0, gain: null, gainInterval: null, change: null }
  assert.match(found([small(20, none)]).headline, /^No condition has rounds of both/)
})

test('bytes are fewer and not faster: percent with its sign, the other way round than a gain', () => {
  const { headline, support } = found([small(20, ratio(1.25, 1.2, 1.3)), large(20, ratio(0.8, 0.7, 0.9))], {
    ...PLT,
    metric: 'bytes_down',
  })
  assert.equal(
    headline,
    'HTTP/2 in place of HTTP/1.1, change in bytes received: 100 objects of 1 kB −20 % (fewer); 10 objects of 100 kB +25 % (more).',
  )
  assert.match(
    support,
    /^Fewer in 1 of 2 conditions, more in 1\. Lowest: −20 % \(95 % interval −23 % to −16\.7 %, 10 rounds\)/,
  )
})

test('a metric with zeros has differences in its own unit', () => {
  const difference = (value: number, low: number, high: number): Partial<GainRow> => ({
    ...{ gain: null, gainInterval: null, difference: value, differenceInterval: { low, high } },
    change: high < 0 ? 'less' : low > 0 ? 'more' : 'no difference shown',
  })
  const { headline } = found(
    [small(20, difference(-4, -6.5, -2)), small(100, difference(0, 0, 0)), large(20, difference(3, -1, 7))],
    { ...PLT, metric: 'retransmissions' },
    'difference',
  )
  assert.equal(
    headline,
    'HTTP/2 in place of HTTP/1.1, difference in retransmissions: 100 objects of 1 kB −4 to 0 (fewer in 1 of 2 conditions, the same in 1); ' +
      '10 objects of 100 kB +3 (not decided).',
  )
})
