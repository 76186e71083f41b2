import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactRatioErrors, Moments, resampleCount } from '../../../stats/comparison/exact-ratio-errors.ts'
import type { RoundPair } from '../../../stats/comparison/pair-rounds.ts'
import { ratioErrors } from '../../../stats/comparison/ratio-errors.ts'
import { median } from '../../../stats/median.ts'
import { rng } from '../../../stats/rng.ts'
import { near } from '../near.ts'
import { simulatedCampaign } from './simulated-campaign.ts'

/** Standard deviations over all nⁿ ordered ways to draw, each as likely as the other. */
function byAllOrders(pairs: readonly RoundPair[]) {
  const n = pairs.length
  const ofMedians: number[] = []
  const ofMeans: number[] = []
  for (let number = 0; number < n ** n; number += 1) {
    const drawn = pairs.map((_, digit) => pairs[Math.floor(number / n ** digit) % n] as RoundPair)
    const sum = (which: 'baseline' | 'arm') => drawn.reduce((total, pair) => total + pair[which], 0)
    ofMeans.push(Math.log(sum('baseline') / sum('arm')))
    const middle = (which: 'baseline' | 'arm') => median(drawn.map((pair) => pair[which])) ?? Number.NaN
    ofMedians.push(Math.log(middle('baseline') / middle('arm')))
  }
  const deviation = (values: number[]) => {
    const mean = values.reduce((total, value) => total + value, 0) / values.length
    return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length)
  }
  return { ofMedians: deviation(ofMedians), ofMeans: deviation(ofMeans) }
}

test('are those of all nⁿ ordered resamples, for odd and even n and with ties', () => {
  for (const rounds of [1, 2, 3, 4, 5, 6]) {
    const pairs = simulatedCampaign({ rounds, variation: 0.3, gain: 1.2, correlation: 0.4 }, rng(rounds))
    const coarse = pairs.map(({ round, baseline, arm }) => ({
      round,
      baseline: 300 * Math.ceil(baseline / 300),
      arm: 300 * Math.ceil(arm / 300),
    }))
    for (const values of [pairs, coarse]) {
      const expected = byAllOrders(values)
      const found = exactRatioErrors(values)
      near(found.ofMedians, expected.ofMedians, 1e-12)
      near(found.ofMeans, expected.ofMeans, 1e-12)
    }
  }
})

test('a median of one arm that never varies has the variance of order statistics (Maritz and Jarrett 1978)', () => {
  // n = 3: the median is the k-th value with probability (7, 13, 7)/27.
  const values = [100, 150, 400]
  const pairs = values.map((baseline, round) => ({ round, baseline, arm: 10 }))
  const shares = [7 / 27, 13 / 27, 7 / 27]
  const mean = values.reduce((sum, value, k) => sum + Math.log(value) * (shares[k] as number), 0)
  const variance = values.reduce(
    (sum, value, k) => sum + (Math.log(value) - mean) ** 2 * (shares[k] as number),
    0,
  )
  near(exactRatioErrors(pairs).ofMedians, Math.sqrt(variance), 1e-12)
})

test('random resamples come near, of ten rounds and of eleven', () => {
  for (const rounds of [10, 11]) {
    const pairs = simulatedCampaign({ rounds, variation: 0.2, gain: 1.1 }, rng(rounds))
    const exact = exactRatioErrors(pairs)
    const drawn = ratioErrors(pairs, 3, 20_000)
    assert.ok(drawn)
    near(drawn.ofMedians / exact.ofMedians, 1, 0.02)
    near(drawn.ofMeans / exact.ofMeans, 1, 0.02)
  }
})

test('resamples are C(2n − 1, n): 462 of 6 rounds, 6,435 of 8, 92,378 of 10', () => {
  assert.deepEqual([1, 2, 6, 8, 10].map(resampleCount), [1, 3, 462, 6_435, 92_378])
})

test('rounds that are all alike have no error, and no rounds have none that is known', () => {
  const alike = Array.from({ length: 6 }, (_, round) => ({ round, baseline: 300, arm: 100 }))
  assert.deepEqual(exactRatioErrors(alike), { ofMedians: 0, ofMeans: 0 })
  assert.equal(ratioErrors([], 1), null)
})

test('moments of weighted values do not lose a small spread about a large mean', () => {
  const moments = new Moments()
  for (const [value, weight] of [
    [1e9, 1],
    [1e9 + 1, 2],
    [1e9 + 4, 1],
  ] as const)
    moments.add(value, weight)
  // Mean 1.5: (2.25 + 2 · 0.25 + 6.25) / 4.
  near(moments.deviation, 1.5, 1e-7)
})
