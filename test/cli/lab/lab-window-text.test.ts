import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowLines } from '../../../cli/lab/lab-window-text.ts'
import type { LabInitialWindow } from '../../../server/contract/contract.ts'

const ROW: LabInitialWindow['rows'][number] = {
  ...{ smallCell: 0, largeCell: 1, factors: { page: 'graph:single-25000', rttMs: 100 }, arm: 'h2' },
  ...{ fileBytes: 25_000, smallWindow: 3, largeWindow: 10, smallReadBack: [3], largeReadBack: [10] },
  ...{ isReadBack: true, n: 8, smallMedianMs: 512.4, largeMedianMs: 409.9, gain: 1.25 },
  ...{ gainInterval: { low: 1.2, high: 1.3 }, verdict: 'faster', expectedGain: 1.3125 },
}

const ANSWER = { labRunId: 1, needed: 6, leftOut: 0, curveBytes: [], curves: [] }

test('each pair of windows has a line with n, medians, gain, interval and what is expected', () => {
  const rows = [ROW, { ...ROW, factors: { ...ROW.factors, rttMs: 20 }, largeWindow: 32 }]
  const text = windowLines({ ...ANSWER, rows }, null).join('\n')
  assert.match(
    text,
    /^\ninitial window\n\nrttMs +window +arm +n +small +large +gain +95 % interval +expected\n/,
  )
  assert.match(text, /\n +100 +10 over 3 +h2 +8 +512 +410 +1\.25 +1\.20–1\.30 +1\.31\n/)
  assert.match(text, /\n +20 +32 over 3 +h2 /)
  assert.match(text, /expected: wire limits with the same windows\.$/)
})

test('what is not known, too few or left out is counted; without a pair of windows there is nothing', () => {
  const unknown = { ...ROW, isReadBack: false, gain: null, gainInterval: null, verdict: null }
  const few = { ...ROW, n: 5, gainInterval: null }
  const text = windowLines({ ...ANSWER, leftOut: 3, rows: [unknown, few] }, null).join(' ')
  assert.match(text, /1 row without a gain: that the windows were as asked for is not known\./)
  assert.match(text, /1 row with fewer than 6 rounds of both: no interval\./)
  assert.match(text, /3 cells left out: not measured, or with no other window\./)
  assert.deepEqual(windowLines({ ...ANSWER, rows: [] }, null), [])
})
