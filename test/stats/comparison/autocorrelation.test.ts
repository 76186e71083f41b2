import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autocorrelation, effectiveRounds } from '../../../stats/comparison/autocorrelation.ts'
import { rng } from '../../../stats/rng.ts'
import { near } from '../near.ts'
import { simulatedCampaign } from './simulated-campaign.ts'

const of = (...values: number[]) => autocorrelation(Float64Array.from(values))

test('is the lag-1 autocorrelation of ranks and (1 + 4r)/n more: by hand for eight values', () => {
  // Ranks 3 1 4 2 6 5 8 7 about 4.5: products −1.5·−3.5 + −3.5·−0.5 + −0.5·−2.5 + −2.5·1.5 + 1.5·0.5 + 0.5·3.5 + 3.5·2.5
  // = 15.75, squares 42.
  const biased = 15.75 / 42
  near(of(30, 10, 40, 20, 60, 50, 800, 70)?.value ?? Number.NaN, biased + (1 + 4 * biased) / 8, 1e-12)
})

test('is the same for any increasing function of the values, as one slow load must not decide it', () => {
  const values = [3.1, 2.9, 3.3, 3.0, 3.5, 3.2, 3.6, 2.8]
  assert.deepEqual(of(...values), of(...values.map((value) => Math.exp(10 * value))))
})

test('is near the truth where there are many values, with the truth within its limits', () => {
  for (const truth of [0, 0.3, 0.6, -0.4]) {
    const like = { rounds: 4_000, variation: 0.1, gain: 1, autocorrelation: truth }
    const found = autocorrelation(
      Float64Array.from(simulatedCampaign(like, rng(7)), (pair) => pair.baseline / pair.arm),
    )
    assert.ok(found)
    // Of ranks of normal values it is (6/π) asin(ρ/2).
    near(found.value, (6 / Math.PI) * Math.asin(truth / 2), 0.045)
    assert.ok(found.low < found.value && found.value < found.high)
    near(found.high - found.low, (2 * 1.96 * Math.sqrt(1 - found.value ** 2)) / Math.sqrt(4_000), 2e-3)
  }
})

test('stays within −1 and 1, and is unknown of few values and of equal ones', () => {
  const rising = of(1, 2, 3, 4, 5, 6, 7, 8)
  assert.ok(rising && rising.value <= 1 && rising.high <= 1)
  const alternating = of(1, 9, 2, 8, 1.5, 8.5, 1.2, 9.2)
  assert.ok(alternating && alternating.value >= -1 && alternating.low >= -1)
  assert.equal(of(), null)
  assert.equal(of(1, 2, 3, 4, 5), null)
  assert.equal(of(5, 5, 5, 5, 5, 5), null)
  assert.throws(() => of(1, 2, 3, 4, 5, Number.NaN), RangeError)
})

test('effective rounds are n (1 − ρ)/(1 + ρ) with ρ half a standard error higher, never more than n, never fewer than two', () => {
  const rho = (value: number) => ({ value, low: -1, high: 1 })
  // 0.45 + 0.5/√100 = 0.5.
  near(effectiveRounds(100, rho(0.45)), 100 / 3, 1e-12)
  assert.equal(effectiveRounds(30, rho(-0.5)), 30)
  assert.equal(effectiveRounds(30, null), 30)
  assert.equal(effectiveRounds(10, rho(1)), 2)
})
