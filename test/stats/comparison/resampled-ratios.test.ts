import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundPair } from '../../../stats/comparison/pair-rounds.ts'
import { resampledRatios } from '../../../stats/comparison/resampled-ratios.ts'
import { median } from '../../../stats/median.ts'
import { rng } from '../../../stats/rng.ts'
import { simulatedCampaign } from './simulated-campaign.ts'

const pairsOf = (...values: [baseline: number, arm: number][]): RoundPair[] =>
  values.map(([baseline, arm], round) => ({ round, baseline, arm }))

/** The same draws, the plain way: every resample is built and its medians and means are taken. */
function plainly(pairs: readonly RoundPair[], random: () => number, resamples: number) {
  const ofMedians: number[] = []
  const ofMeans: number[] = []
  for (let i = 0; i < resamples; i += 1) {
    const drawn = pairs.map(() => pairs[Math.floor(random() * pairs.length)] as RoundPair)
    const baseline = drawn.map((pair) => pair.baseline)
    const arm = drawn.map((pair) => pair.arm)
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    ofMedians.push(Math.log(median(baseline) ?? 0) - Math.log(median(arm) ?? 0))
    ofMeans.push(Math.log(sum(baseline)) - Math.log(sum(arm)))
  }
  return { ofMedians: Float64Array.from(ofMedians), ofMeans: Float64Array.from(ofMeans) }
}

test('finds the same medians and means as resamples that are built and sorted, for odd and even n and with ties', () => {
  for (const rounds of [1, 2, 3, 4, 7, 20, 51]) {
    const pairs = simulatedCampaign({ rounds, variation: 0.3, gain: 1.2 }, rng(rounds))
    const coarse = pairs.map(({ round, baseline, arm }) => ({
      round,
      baseline: 200 * Math.round(baseline / 200),
      arm: 200 * Math.round(arm / 200),
    }))
    for (const values of [pairs, coarse]) {
      assert.deepEqual(resampledRatios(values, rng(5), 300), plainly(values, rng(5), 300))
    }
  }
})

test('comes near the distribution that enumeration gives: all 27 resamples of three rounds', () => {
  const pairs = pairsOf([100, 80], [200, 90], [400, 500])
  const expected = new Map<string, number>()
  for (const a of pairs) {
    for (const b of pairs) {
      for (const c of pairs) {
        const ratio =
          (median([a.baseline, b.baseline, c.baseline]) ?? 0) / (median([a.arm, b.arm, c.arm]) ?? 0)
        expected.set(ratio.toFixed(6), (expected.get(ratio.toFixed(6)) ?? 0) + 1 / 27)
      }
    }
  }
  const resamples = 100_000
  const found = new Map<string, number>()
  for (const log of resampledRatios(pairs, rng(1), resamples).ofMedians) {
    found.set(Math.exp(log).toFixed(6), (found.get(Math.exp(log).toFixed(6)) ?? 0) + 1 / resamples)
  }
  assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort())
  // Three standard errors of a share near ½ are 0.005.
  for (const [ratio, share] of expected) assert.ok(Math.abs((found.get(ratio) ?? 0) - share) < 0.005, ratio)
})

test('keeps pairs together: where every round has the same ratio, every resample has it', () => {
  const { ofMeans } = resampledRatios(pairsOf([100, 50], [300, 150], [1_000, 500], [7, 3.5]), rng(2), 1_000)
  for (const log of ofMeans) assert.ok(Math.abs(log - Math.LN2) < 1e-12)
})
