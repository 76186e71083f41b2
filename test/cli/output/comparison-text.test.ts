import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autocorrelationText, limitsText, verdictText } from '../../../cli/output/comparison-text.ts'
import { independenceCells } from '../../../cli/output/independence-cells.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'

const pairs = (baseline: readonly number[], arm: readonly number[]) =>
  baseline.map((value, round) => ({ round, baseline: value, arm: arm[round] ?? value }))
const STEADY = [100, 101, 99, 100, 102, 98]
const FASTER = compareArms({ pairs: pairs(STEADY, [50, 51, 49, 50, 51, 49]), seed: 1 })
const SAME = compareArms({ pairs: pairs(STEADY, STEADY.toReversed()), seed: 1 })
const FEW = compareArms({ pairs: pairs([100], [50]), seed: 1 })

test('a verdict is in words, and no difference names the smallest that could be detected', () => {
  assert.equal(verdictText(null), 'baseline')
  assert.equal(verdictText(FASTER), 'faster')
  assert.equal(verdictText(FEW), 'too few rounds')
  assert.match(verdictText(SAME), /^no difference shown \(smallest detectable difference \d+ %\)$/)
})

test('limits have two decimals; without an interval they are unknown', () => {
  assert.equal(limitsText([1.2, 1.409]), '1.20–1.41')
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
