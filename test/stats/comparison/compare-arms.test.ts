import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareArms, MIN_ROUNDS } from '../../../stats/comparison/compare-arms.ts'
import type { RoundPair } from '../../../stats/comparison/pair-rounds.ts'
import { ratioErrors } from '../../../stats/comparison/ratio-errors.ts'
import { rng } from '../../../stats/rng.ts'
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
    verdict: 'too few rounds',
    couldHaveShownPercent: null,
    intervalRule: 'fixed',
    autocorrelation: null,
    effectiveRounds: null,
  })
})

test('fewer than six rounds have medians but no interval and no verdict, however large the difference', () => {
  for (let rounds = 1; rounds < MIN_ROUNDS; rounds += 1) {
    const pairs = Array.from({ length: rounds }, (_, round) => ({ round, baseline: 1_000, arm: 1 }))
    const result = compareArms({ pairs, seed: 1 })
    assert.equal(result.gain, 1_000)
    assert.equal(result.gainInterval, null)
    assert.equal(result.reductionOfMeansInterval, null)
    assert.equal(result.reductionOfMediansInterval, null)
    assert.equal(result.couldHaveShownPercent, null)
    assert.equal(result.verdict, 'too few rounds')
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

/** t of the tables (Abramowitz and Stegun, table 26.10), two-sided 95 %, of n − 1 degrees of freedom. */
const T95 = new Map([
  [6, 2.571],
  [10, 2.262],
  [11, 2.228],
  [30, 2.045],
])

test('limits lie Student’s t times the bootstrap’s standard error from the logarithm, on either side', () => {
  for (const [rounds, t] of T95) {
    const pairs = campaign.slice(0, rounds)
    const errors = ratioErrors(pairs, 6)
    const result = compareArms({ pairs, seed: 6 })
    assert.ok(errors && result.gain && result.gainInterval && result.effectiveRounds)
    const widening = Math.sqrt(rounds / result.effectiveRounds)
    const half = t * widening * errors.ofMedians
    near(result.gainInterval[0], result.gain * Math.exp(-half), 2e-4)
    near(result.gainInterval[1], result.gain * Math.exp(half), 2e-4)
    const halfOfMeans = t * widening * errors.ofMeans * Math.sqrt(rounds / (rounds - 1))
    const ratioOfMeans = 1 / (1 - (result.reductionOfMeansPercent ?? Number.NaN) / 100)
    near(result.reductionOfMeansInterval?.[1], 100 * (1 - Math.exp(-halfOfMeans) / ratioOfMeans), 0.02)
  }
})

test('ten rounds and fewer leave nothing to chance: every seed gives the same interval', () => {
  for (const rounds of [6, 8, 10]) {
    const pairs = campaign.slice(0, rounds)
    assert.deepEqual(compareArms({ pairs, seed: 1 }), compareArms({ pairs, seed: 2 }))
  }
})

test('limits of more rounds stay within ± 1 % over seeds', () => {
  const pairs = simulatedCampaign({ rounds: 12, variation: 0.35, gain: 1.2 }, rng(12))
  const results = Array.from({ length: 25 }, (_, seed) => compareArms({ pairs, seed }))
  for (const side of [0, 1] as const) {
    const limits = results.map(({ gainInterval }) => gainInterval?.[side] ?? Number.NaN)
    assert.ok(
      Math.max(...limits) / Math.min(...limits) < 1.02,
      `${Math.min(...limits)}–${Math.max(...limits)}`,
    )
  }
})

test('rounds that resemble their neighbours count as fewer, and widen the interval', () => {
  const like = { rounds: 40, variation: 0.1, gain: 1.25 }
  const pairs = simulatedCampaign({ ...like, autocorrelation: 0.6 }, rng(6))
  const shuffled = [...pairs.keys()].map((round) => ({ ...pairs[(round * 17) % 40], round }) as RoundPair)
  const series = compareArms({ pairs, seed: 1 })
  const mixed = compareArms({ pairs: shuffled, seed: 1 })
  assert.ok(series.autocorrelation && series.effectiveRounds && series.gainInterval && mixed.gainInterval)
  assert.ok(series.autocorrelation.low > 0 && series.autocorrelation.value > 0.5)
  const rho = series.autocorrelation.value + 0.5 / Math.sqrt(40)
  near(series.effectiveRounds, (40 * (1 - rho)) / (1 + rho))
  const width = ([low, high]: readonly [number, number]) => Math.log(high / low)
  assert.ok(width(series.gainInterval) > 1.7 * width(mixed.gainInterval))
  assert.equal(series.gain, mixed.gain)
})

test('a campaign that may stop at any round has wider intervals, from its tenth round on', () => {
  const compare = (rounds: number, sequentialRounds: number | null) =>
    compareArms({ pairs: campaign.slice(0, rounds), seed: 1, sequentialRounds })
  assert.equal(compare(9, 40).verdict, 'too few rounds')
  assert.equal(compare(9, 40).gainInterval, null)
  const width = (found: ReturnType<typeof compareArms>) =>
    Math.log((found.gainInterval?.[1] ?? Number.NaN) / (found.gainInterval?.[0] ?? Number.NaN))
  assert.deepEqual(
    [compare(30, null), compare(30, 40)].map(({ intervalRule }) => intervalRule),
    ['fixed', 'sequential'],
  )
  // c = 2.6926 for looks at 10 to 40 rounds, 99.29 %; t of 29 degrees of freedom by integrating its density.
  near(width(compare(30, 40)) / width(compare(30, null)), 2.89753 / 2.04523, 1e-5)
  assert.ok(width(compare(30, 400)) > width(compare(30, 40)))
  // One look is no repeated one.
  near(width(compare(10, 10)), width(compare(10, null)), 1e-6)
  assert.throws(() => compare(10, 0), RangeError)
  assert.throws(() => compare(10, 1.5), RangeError)
})

test('what could have been shown is (t + 0.84) / t of half the interval of the gain’s logarithm', () => {
  const { gainInterval, couldHaveShownPercent } = compareArms({ pairs: campaign, seed: 3 })
  assert.ok(gainInterval)
  const halfWidth = Math.log(gainInterval[1] / gainInterval[0]) / 2
  near(couldHaveShownPercent, 100 * (Math.exp((halfWidth * (2.04523 + 0.841621)) / 2.04523) - 1), 1e-4)
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
