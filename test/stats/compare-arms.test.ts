import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareArms, MIN_ROUNDS } from '../../stats/compare-arms.ts'
import type { RoundPair } from '../../stats/pair-rounds.ts'
import { quantile } from '../../stats/quantile.ts'
import { resampledRatios } from '../../stats/resampled-ratios.ts'
import { rng } from '../../stats/rng.ts'
import { simulatedCampaign } from './simulated-campaign.ts'

const campaign = simulatedCampaign({ rounds: 30, variation: 0.1, gain: 1.25 }, rng(11))

const near = (found: number | null | undefined, expected: number, tolerance = 1e-9) =>
  assert.ok(
    typeof found === 'number' && Math.abs(found - expected) <= tolerance,
    `${found}, expected ${expected}`,
  )

const pairsOf = (baseline: number[], arm: number[]): RoundPair[] =>
  baseline.map((value, round) => ({ round, baseline: value, arm: arm[round] as number }))

test('the gain is the ratio of medians, the reductions are of means and of medians', () => {
  const result = compareArms({ pairs: pairsOf([100, 200, 600], [50, 160, 90]), seed: 1 })
  assert.equal(result.n, 3)
  assert.equal(result.baselineMedian, 200)
  assert.equal(result.armMedian, 90)
  near(result.gain, 200 / 90)
  near(result.reductionOfMeansPercent, 100 * (1 - 300 / 900))
  near(result.reductionOfMediansPercent, 55)
})

test('no rounds give nothing, and say so by null', () => {
  assert.deepEqual(compareArms({ pairs: [], seed: 1 }), {
    n: 0,
    baselineMedian: null,
    armMedian: null,
    gain: null,
    gainInterval: null,
    reductionOfMeansPercent: null,
    reductionOfMeansInterval: null,
    reductionOfMediansPercent: null,
    reductionOfMediansInterval: null,
    verdict: 'no difference shown',
    couldHaveShownPercent: null,
  })
})

test('fewer than six rounds have medians but no interval, and show no difference however large', () => {
  for (let rounds = 1; rounds < MIN_ROUNDS; rounds += 1) {
    const pairs = Array.from({ length: rounds }, (_, round) => ({ round, baseline: 1_000, arm: 1 }))
    const result = compareArms({ pairs, seed: 1 })
    assert.equal(result.gain, 1_000)
    assert.equal(result.gainInterval, null)
    assert.equal(result.reductionOfMeansInterval, null)
    assert.equal(result.reductionOfMediansInterval, null)
    assert.equal(result.couldHaveShownPercent, null)
    assert.equal(result.verdict, 'no difference shown')
  }
  const six = Array.from({ length: MIN_ROUNDS }, (_, round) => ({ round, baseline: 1_000 + round, arm: 1 }))
  assert.equal(compareArms({ pairs: six, seed: 1 }).verdict, 'faster')
})

test('calls a clear gain faster, the arms exchanged slower, and mirrors every number', () => {
  const swapped = campaign.map(({ round, baseline, arm }) => ({ round, baseline: arm, arm: baseline }))
  const one = compareArms({ pairs: campaign, seed: 3 })
  const other = compareArms({ pairs: swapped, seed: 3 })
  assert.equal(one.verdict, 'faster')
  assert.equal(other.verdict, 'slower')
  assert.ok(one.gain && one.gainInterval && other.gainInterval && one.reductionOfMeansInterval)
  near(other.gain, 1 / one.gain)
  near(other.gainInterval[0], 1 / one.gainInterval[1])
  near(other.gainInterval[1], 1 / one.gainInterval[0])
  near(other.couldHaveShownPercent, one.couldHaveShownPercent ?? Number.NaN)
  near(other.reductionOfMeansInterval?.[0], 100 * (1 - 1 / (1 - one.reductionOfMeansInterval[1] / 100)))
})

test('the reduction of medians is the gain in other words, limits included', () => {
  const { gain, gainInterval, ...result } = compareArms({ pairs: campaign, seed: 3 })
  assert.ok(gain && gainInterval)
  near(result.reductionOfMediansPercent, 100 * (1 - 1 / gain))
  near(result.reductionOfMediansInterval?.[0], 100 * (1 - 1 / gainInterval[0]))
  near(result.reductionOfMediansInterval?.[1], 100 * (1 - 1 / gainInterval[1]))
})

test('an arm against its own numbers shows no difference and has no width', () => {
  const result = compareArms({ pairs: campaign.map((pair) => ({ ...pair, arm: pair.baseline })), seed: 1 })
  assert.deepEqual(result.gainInterval, [1, 1])
  assert.equal(result.gain, 1)
  assert.equal(result.verdict, 'no difference shown')
  assert.equal(result.couldHaveShownPercent, 0)
})

test('ties are no trouble: times in whole hundreds of ms', () => {
  const pairs = pairsOf(
    [100, 100, 100, 200, 200, 200, 100, 200, 100, 200],
    [100, 100, 200, 100, 200, 200, 200, 100, 100, 200],
  )
  const result = compareArms({ pairs, seed: 9 })
  assert.equal(result.gain, 1)
  assert.ok(result.gainInterval && result.gainInterval[0] < 1 && result.gainInterval[1] > 1)
  assert.equal(result.verdict, 'no difference shown')
})

test('limits are the quantiles of the resampled ratios: medians plain from 10 rounds on, all else expanded', () => {
  // Φ(−t·√(n/(n−1))) with the tables' t of n − 1 degrees of freedom: 2.3060, 2.2622, 2.0930.
  for (const [rounds, tailOfMedians, tailOfMeans] of [
    [9, 0.00722, 0.00722],
    [10, 0.025, 0.00855],
    [20, 0.025, 0.01588],
  ] as const) {
    const pairs = campaign.slice(0, rounds)
    const { ofMedians, ofMeans } = resampledRatios(pairs, rng(6), 2_000)
    const result = compareArms({ pairs, seed: 6 })
    for (const [side, sign] of [
      [0, 1],
      [1, -1],
    ] as const) {
      const place = (tail: number) => (sign === 1 ? tail : 1 - tail)
      near(result.gainInterval?.[side], Math.exp(quantile(ofMedians, place(tailOfMedians)) ?? 0), 2e-4)
      const ofMeansRatio = Math.exp(quantile(ofMeans, place(tailOfMeans)) ?? 0)
      near(result.reductionOfMeansInterval?.[side], 100 * (1 - 1 / ofMeansRatio), 2e-2)
    }
  }
})

test('what could have been shown is (1.96 + 0.84) / 1.96 of half the interval of the gain’s logarithm', () => {
  const { gainInterval, couldHaveShownPercent } = compareArms({ pairs: campaign, seed: 3 })
  assert.ok(gainInterval)
  const halfWidth = Math.log(gainInterval[1] / gainInterval[0]) / 2
  near(couldHaveShownPercent, 100 * (Math.exp((halfWidth * 2.801585) / 1.959964) - 1), 1e-4)
})

test('same seed, same answer; another seed moves the limits a little and the point not at all', () => {
  const one = compareArms({ pairs: campaign, seed: 3 })
  assert.deepEqual(compareArms({ pairs: campaign, seed: 3 }), one)
  const other = compareArms({ pairs: campaign, seed: 4 })
  assert.equal(other.gain, one.gain)
  assert.notDeepEqual(other.gainInterval, one.gainInterval)
  near(other.gainInterval?.[0], one.gainInterval?.[0] ?? Number.NaN, 0.02)
})

test('does not depend on the unit: seconds give the ratios of milliseconds', () => {
  const seconds = campaign.map(({ round, baseline, arm }) => ({
    round,
    baseline: baseline / 1024,
    arm: arm / 1024,
  }))
  const one = compareArms({ pairs: campaign, seed: 3 })
  const other = compareArms({ pairs: seconds, seed: 3 })
  near(other.gainInterval?.[0], one.gainInterval?.[0] ?? Number.NaN)
  near(other.reductionOfMeansInterval?.[1], one.reductionOfMeansInterval?.[1] ?? Number.NaN)
})

test('limits are in order, the verdict is what the interval says, and a higher level is wider', () => {
  const time = fc.double({ min: 1, max: 1e5, noNaN: true })
  const rounds = fc.array(fc.tuple(time, time), { minLength: MIN_ROUNDS, maxLength: 25 })
  fc.assert(
    fc.property(rounds, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (times, seed) => {
      const pairs = times.map(([baseline, arm], round) => ({ round, baseline, arm }))
      const result = compareArms({ pairs, seed, resamples: 1_000 })
      const wider = compareArms({ pairs, seed, resamples: 1_000, level: 0.99 })
      assert.ok(result.gainInterval && wider.gainInterval && result.reductionOfMeansInterval)
      const [low, high] = result.gainInterval
      assert.ok(low <= high && wider.gainInterval[0] <= low && high <= wider.gainInterval[1])
      assert.ok(result.reductionOfMeansInterval[0] <= result.reductionOfMeansInterval[1])
      assert.equal(result.verdict, low > 1 ? 'faster' : high < 1 ? 'slower' : 'no difference shown')
    }),
    { numRuns: 50 },
  )
})

test('one load that takes a hundred times as long does not turn the verdict, as it does with the mean', () => {
  const [first, ...rest] = campaign
  assert.ok(first)
  const result = compareArms({ pairs: [{ ...first, arm: 100_000 }, ...rest], seed: 3 })
  assert.equal(result.verdict, 'faster')
  assert.ok((result.reductionOfMeansPercent ?? 0) < -100)
})

test('what is no ratio, no resampling or no level is refused', () => {
  for (const bad of [0, -1, Number.NaN, Infinity]) {
    assert.throws(() => compareArms({ pairs: [{ round: 4, baseline: bad, arm: 1 }], seed: 1 }), /round 4/)
    assert.throws(() => compareArms({ pairs: [{ round: 4, baseline: 1, arm: bad }], seed: 1 }), RangeError)
  }
  assert.throws(() => compareArms({ pairs: campaign, seed: 1, resamples: 10 }), RangeError)
  assert.throws(() => compareArms({ pairs: campaign, seed: 1, level: 95 }), RangeError)
  assert.throws(() => compareArms({ pairs: campaign, seed: -1 }), RangeError)
})
