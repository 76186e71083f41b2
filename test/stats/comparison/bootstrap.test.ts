import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Bootstrap, bootstrap } from '../../../stats/comparison/bootstrap.ts'
import { resampledRatios } from '../../../stats/comparison/resampled-ratios.ts'
import { median } from '../../../stats/median.ts'
import { quantile } from '../../../stats/quantile.ts'
import { rng } from '../../../stats/rng.ts'
import { near } from '../near.ts'
import { simulatedCampaign } from './simulated-campaign.ts'

/** Efron and Tibshirani (1993), table 14.1: spatial perception of 26 children, test A. */
const SPATIAL = [
  ...[48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41],
]

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2))

const width = (found: Bootstrap | undefined) => {
  assert.ok(found?.interval)
  return found.interval[1] - found.interval[0]
}

test('gives Efron and Tibshirani’s 90 % intervals of a variance (table 14.2), but for the chance of their 2,000 draws', () => {
  const options = { rounds: SPATIAL, statistic: variance, seed: 1, resamples: 20_000, level: 0.9 } as const
  const percentile = bootstrap({ ...options, method: 'percentile' })
  const bca = bootstrap({ ...options, method: 'bca' })
  near(percentile?.estimate, 171.5, 0.05)
  // They print 100.8 to 233.9, and 115.8 to 259.6.
  near(percentile?.interval?.[0], 100.8, 5)
  near(percentile?.interval?.[1], 233.9, 5)
  near(bca?.interval?.[0], 115.8, 5)
  near(bca?.interval?.[1], 259.6, 5)
})

test('the percentile interval is that of all 6^6 resamples, written out', () => {
  const rounds = [3, 5, 8, 9, 14, 30]
  const all = Array.from({ length: 6 ** 6 }, (_, code) =>
    mean(rounds.map((_, place) => rounds[Math.floor(code / 6 ** place) % 6] as number)),
  )
  const found = bootstrap({ rounds, statistic: mean, seed: 3, resamples: 30_000 })
  near(found?.interval?.[0], quantile(all, 0.025) as number, 0.2)
  near(found?.interval?.[1], quantile(all, 0.975) as number, 0.3)
})

test('BCa of a mean is its percentile interval shifted by skewness/6√n, as theory has it', () => {
  const random = rng(5)
  const rounds = Array.from({ length: 200 }, () => -Math.log(1 - random()))
  const options = { rounds, statistic: mean, seed: 9, resamples: 20_000 } as const
  const skewness = mean(rounds.map((value) => (value - mean(rounds)) ** 3)) / variance(rounds) ** 1.5
  const acceleration = skewness / (6 * Math.sqrt(rounds.length))
  const found = bootstrap({ ...options, method: 'bca' })
  // Efron 1987, (4.4): limits at estimate + se · (z + (2z² + 1) · a), to second order.
  const standardError = Math.sqrt(variance(rounds) / rounds.length)
  for (const [index, z] of [-1.96, 1.96].entries()) {
    const expected = mean(rounds) + standardError * (z + (2 * z * z + 1) * acceleration)
    near(found?.interval?.[index], expected, 0.12 * standardError)
  }
})

test('fewer than 6 rounds have an estimate and no interval; none has nothing', () => {
  const options = { statistic: mean, seed: 1 } as const
  assert.equal(bootstrap({ ...options, rounds: [] }), undefined)
  assert.deepEqual(bootstrap({ ...options, rounds: [4] }), { n: 1, estimate: 4, interval: null })
  assert.deepEqual(bootstrap({ ...options, rounds: [4, 6] }), { n: 2, estimate: 5, interval: null })
  assert.equal(bootstrap({ ...options, rounds: [1, 2, 3, 4, 5] })?.interval, null)
  assert.ok(bootstrap({ ...options, rounds: [1, 2, 3, 4, 5, 6] })?.interval)
})

test('rounds are drawn whole: a statistic of pairs sees both halves of one round', () => {
  const rounds = Array.from({ length: 12 }, (_, round) => ({ baseline: round, arm: round + 10 }))
  const found = bootstrap({
    rounds,
    statistic: (drawn) => mean(drawn.map(({ baseline, arm }) => arm - baseline)),
    seed: 1,
    method: 'bca',
  })
  assert.deepEqual(found, { n: 12, estimate: 10, interval: [10, 10] })
})

test('draws the resamples that gains of medians are made of', () => {
  const pairs = simulatedCampaign({ rounds: 40, variation: 0.15, gain: 1.2 }, rng(4))
  const gain = (drawn: typeof pairs) =>
    (median(drawn.map(({ baseline }) => baseline)) ?? Number.NaN) / (median(drawn.map(({ arm }) => arm)) ?? 1)
  const found = bootstrap({ rounds: pairs, statistic: (drawn) => gain([...drawn]), seed: 7 })
  assert.equal(found?.estimate, gain(pairs))
  // The same draws of the same generator.
  const { ofMedians } = resampledRatios(pairs, rng(7), 2_000)
  const ratios = Float64Array.from(ofMedians, Math.exp)
  near(found?.interval?.[0], quantile(ratios, 0.025) ?? Number.NaN, 1e-12)
  near(found?.interval?.[1], quantile(ratios, 0.975) ?? Number.NaN, 1e-12)
})

test('the same seed gives the same interval, another one nearly the same; a higher level a wider one', () => {
  for (const method of ['percentile', 'bca'] as const) {
    const options = { rounds: SPATIAL, statistic: mean, seed: 1, method } as const
    const found = bootstrap(options)
    assert.deepEqual(bootstrap(options), found)
    assert.notDeepEqual(bootstrap({ ...options, seed: 2 }), found)
    near(width(bootstrap({ ...options, seed: 2 })), width(found), 0.1 * width(found))
    assert.ok(width(bootstrap({ ...options, level: 0.99 })) > width(found))
  }
})

test('follows the statistic when it is stretched or turned round: nothing depends on its scale', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 6, maxLength: 12 }),
      fc.constantFrom('percentile' as const, 'bca' as const),
      (rounds, method) => {
        const options = { rounds, seed: 3, resamples: 1_000, method } as const
        const found = bootstrap({ ...options, statistic: mean })
        const turned = bootstrap({ ...options, statistic: (drawn) => 100 - 4 * mean(drawn) })
        assert.ok(found && turned)
        if (found.interval === null || turned.interval === null) return
        near(turned.interval[0], 100 - 4 * found.interval[1], 1e-6)
        near(turned.interval[1], 100 - 4 * found.interval[0], 1e-6)
        assert.ok(found.interval[0] <= found.interval[1])
        assert.ok(found.interval[0] >= Math.min(...rounds) && found.interval[1] <= Math.max(...rounds))
      },
    ),
    { numRuns: 40 },
  )
})

test('BCa gives no interval where every resample lies to one side of the estimate', () => {
  // The number of different rounds: a resample of 26 has 26 of them once in 1e10.
  const statistic = (drawn: readonly number[]) => new Set(drawn).size
  const rounds = Array.from({ length: 26 }, (_, index) => index)
  assert.equal(bootstrap({ rounds, statistic, seed: 1, method: 'bca' })?.interval, null)
  assert.ok(bootstrap({ rounds, statistic, seed: 1, method: 'percentile' })?.interval)
})

test('an option out of its range, or a statistic without a value, is refused', () => {
  const options = { rounds: SPATIAL, statistic: mean, seed: 1 }
  assert.throws(() => bootstrap({ ...options, resamples: 999 }), RangeError)
  assert.throws(() => bootstrap({ ...options, level: 1 }), RangeError)
  assert.throws(() => bootstrap({ ...options, seed: -1 }), RangeError)
  assert.throws(() => bootstrap({ ...options, statistic: () => undefined }), /not a finite number/)
  assert.throws(() => bootstrap({ ...options, statistic: () => Number.NaN }), RangeError)
})
