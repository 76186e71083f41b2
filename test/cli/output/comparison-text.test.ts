import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  autocorrelationText,
  detectableText,
  gainText,
  independenceCells,
  limitsText,
  verdictText,
} from '../../../cli/output/comparison-text.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'

const pairs = (baseline: readonly number[], arm: readonly number[]) =>
  baseline.map((value, round) => ({ round, baseline: value, arm: arm[round] ?? value }))
const STEADY = [100, 101, 99, 100, 102, 98]
const FASTER = compareArms({ pairs: pairs(STEADY, [50, 51, 49, 50, 51, 49]), seed: 1 })
const SAME = compareArms({ pairs: pairs(STEADY, STEADY.toReversed()), seed: 1 })
const FEW = compareArms({ pairs: pairs([100], [50]), seed: 1 })

test('a verdict is in words', () => {
  assert.equal(verdictText(null), 'baseline')
  assert.equal(verdictText(FASTER), 'faster')
  assert.equal(verdictText(FEW), 'too few rounds')
  assert.match(verdictText(SAME), /^no difference shown$/)
})

test('the smallest detectable difference is in percent, and unknown without an interval', () => {
  assert.match(detectableText(SAME) ?? '', /^\d+(\.\d)? %$/)
  assert.deepEqual([detectableText(FEW), detectableText(null)], [null, null])
})

test('a gain near 1 has the decimal that says on which side', () => {
  const near = compareArms({ pairs: pairs(STEADY, [99.7, 100.7, 98.7, 99.7, 101.7, 97.7]), seed: 1 })
  assert.deepEqual([gainText(near), gainText(FEW), gainText(null)], ['1.003', '2.00', null])
})

test('limits have two decimals, or three where two would be equal; without an interval they are unknown', () => {
  assert.equal(limitsText([1.2, 1.409]), '1.20–1.41')
  assert.equal(limitsText([1.9981, 2.0022]), '1.998–2.002')
  assert.equal(limitsText([2 - 1e-9, 2]), '2.00–2.00')
  assert.deepEqual(
    [limitsText(null), limitsText(undefined), limitsText(FEW.gainInterval)],
    [null, null, null],
  )
})

test('cells of CSV are unknown without a comparison, and without an interval', () => {
  assert.deepEqual(independenceCells(null), [null, null, null, null, null])
  assert.deepEqual(independenceCells(FEW), ['fixed', null, null, null, null])
  const [rule, rho, low, high, rounds] = independenceCells(FASTER)
  assert.equal(rule, 'fixed')
  assert.equal(autocorrelationText(FASTER), rho?.toFixed(2))
  assert.ok(low !== null && high !== null && low <= high && (rounds ?? 0) <= 6)
})
