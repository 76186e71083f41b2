import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median } from '../../../stats/median.ts'
import { rng } from '../../../stats/rng.ts'
import { choiceCount, choices } from '../../../stats/tests/choices.ts'
import { mannWhitney } from '../../../stats/tests/mann-whitney.ts'
import { permutationTest } from '../../../stats/tests/permutation-test.ts'
import { signFlipTest } from '../../../stats/tests/sign-flip-test.ts'
import { tiedSample } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'
import { signsOf, splitsOf } from './enumerate.ts'

const CENTRES = {
  means: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  medians: (values: readonly number[]) => median(values) as number,
} as const
const STATISTICS = ['means', 'medians'] as const

const share = (differences: readonly number[], observed: number) =>
  differences.filter((difference) => Math.abs(difference) >= Math.abs(observed) - 1e-9).length /
  differences.length

test('choices are all there, each once, in order, and as many as were counted', () => {
  assert.deepEqual(
    Array.from(choices(4, 2), (chosen) => chosen.join('')),
    ['01', '02', '03', '12', '13', '23'],
  )
  for (const [n, k] of [
    [1, 1],
    [5, 5],
    [7, 3],
    [9, 8],
    [6, 0],
  ] as const) {
    const all = new Set(Array.from(choices(n, k), (chosen) => chosen.join()))
    assert.equal(all.size, choiceCount(n, k, 1_000))
  }
  assert.equal(choiceCount(16, 7, 100_000), 11_440)
  assert.equal(choiceCount(400, 200, 100_000), Infinity)
})

test('p is that of full enumeration, for means and medians, unequal sizes and ties', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 }),
      (first, second) => {
        for (const statistic of STATISTICS) {
          const centre = CENTRES[statistic]
          const result = permutationTest(first, second, { statistic, seed: 1 })
          const all = [...splitsOf([...first, ...second], first.length)].map(
            ([a, b]) => centre(a) - centre(b),
          )
          assert.equal(result?.method, 'exact')
          assert.equal(result.splits, all.length)
          near(result.difference, centre(first) - centre(second), 1e-12)
          near(result.p, share(all, centre(first) - centre(second)), 1e-12)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('groups keep their sizes: one value against nine can only be as extreme as one in ten', () => {
  const others = [10, 11, 12, 13, 14, 15, 16, 17, 18]
  const result = permutationTest([100], others, { statistic: 'means', seed: 1 })
  assert.deepEqual([result?.p, result?.splits], [1 / 10, 10])
})

test('Efron and Tibshirani’s mice (1993, 15.1): 7 against 9, a difference of 30.63, one-sided some 0.13', () => {
  const treated = [94, 197, 16, 38, 99, 141, 23]
  const control = [52, 104, 146, 10, 51, 30, 40, 27, 46]
  const result = permutationTest(treated, control, { statistic: 'means', seed: 1 })
  near(result?.difference, 30.63, 0.005)
  assert.equal(result?.splits, 11_440)
  const all = [...splitsOf([...treated, ...control], 7)].map(([a, b]) => CENTRES.means(a) - CENTRES.means(b))
  near(result?.p, share(all, result?.difference ?? 0), 1e-12)
  // They print 0.132 from 1,000 random splits.
  near(all.filter((difference) => difference >= 30.6349).length / all.length, 0.132, 0.02)
})

test('of ranks it is Mann and Whitney’s exact test', () => {
  const random = rng(6)
  const values = Array.from({ length: 11 }, (_, index) => index).sort(() => random() - 0.5)
  const [first, second] = [values.slice(0, 4), values.slice(4)]
  near(
    permutationTest(first, second, { statistic: 'means', seed: 1 })?.p,
    mannWhitney(first, second)?.p ?? 0,
    1e-12,
  )
})

test('too many splits are drawn: seeded, never 0, and near the exact answer', () => {
  const low = Array.from({ length: 20 }, (_, index) => index)
  const options = { statistic: 'means', seed: 5, resamples: 1_000 } as const
  const apart = permutationTest(
    low,
    low.map((value) => value + 1_000),
    options,
  )
  assert.deepEqual([apart?.p, apart?.method, apart?.splits], [1 / 1_001, 'monte carlo', 1_000])
  // Of ranks, so that Mann and Whitney's test knows the exact answer; four standard errors of 10,000 draws.
  const random = rng(7)
  const ranks = Array.from({ length: 55 }, (_, index) => index)
  const first = ranks.filter((rank) => random() < 0.35 + rank / 200)
  const second = ranks.filter((rank) => !first.includes(rank))
  const drawn = permutationTest(first, second, { statistic: 'means', seed: 5 })
  assert.deepEqual(permutationTest(first, second, { statistic: 'means', seed: 5 }), drawn)
  assert.notEqual(permutationTest(first, second, { statistic: 'means', seed: 6 })?.p, drawn?.p)
  const exact = mannWhitney(first, second)
  assert.equal(exact?.method, 'exact')
  near(drawn?.p, exact.p, 4 * Math.sqrt((exact.p * (1 - exact.p)) / 10_000))
})

test('A/A: random splits call two like samples different at 5 % in some 5 % of tries', () => {
  const random = rng(11)
  let called = 0
  for (let trial = 0; trial < 300; trial += 1) {
    const first = Array.from({ length: 9 }, random)
    const second = Array.from({ length: 14 }, random)
    const result = permutationTest(first, second, { statistic: 'means', seed: trial, resamples: 1_000 })
    if ((result?.p ?? 1) <= 0.05) called += 1
  }
  // 15 expected; three standard deviations of a binomial.
  assert.ok(called >= 4 && called <= 26, `${called} of 300`)
})

test('sign flips: Darwin’s maize gives Fisher’s 1,726 of 32,768 (The Design of Experiments, 1935, 21)', () => {
  const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
  const result = signFlipTest(differences, { statistic: 'means', seed: 1 })
  assert.deepEqual([result?.p, result?.method, result?.splits], [1_726 / 32_768, 'exact', 32_768])
  near(result?.difference, 314 / 15, 1e-12)
})

test('sign flips are those of full enumeration, for means and medians, with ties and zeros', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 9 }), (differences) => {
      for (const statistic of STATISTICS) {
        const centre = CENTRES[statistic]
        const result = signFlipTest(differences, { statistic, seed: 1 })
        const all = [...signsOf(differences)].map(centre)
        near(result?.difference, centre(differences), 1e-12)
        near(result?.p, share(all, centre(differences)), 1e-12)
      }
    }),
    { numRuns: 40 },
  )
})

test('more than 16 pairs are flipped at random, seeded, near the exact answer of 16', () => {
  const random = rng(3)
  const differences = Array.from({ length: 17 }, () => random() - 0.35)
  const drawn = signFlipTest(differences, { statistic: 'means', seed: 2 })
  assert.equal(drawn?.method, 'monte carlo')
  assert.deepEqual(signFlipTest(differences, { statistic: 'means', seed: 2 }), drawn)
  const sum = differences.reduce((so, value) => so + value, 0)
  let asLarge = 0
  for (let signs = 0; signs < 2 ** 17; signs += 1) {
    let flipped = 0
    for (const [index, value] of differences.entries()) flipped += (signs >> index) & 1 ? -value : value
    if (Math.abs(flipped) >= Math.abs(sum) - 1e-12) asLarge += 1
  }
  // Four standard errors of 10,000 draws.
  near(drawn.p, asLarge / 2 ** 17, 0.02)
})

test('p is the same when samples change places or all signs are turned round', () => {
  fc.assert(
    fc.property(tiedSample, tiedSample, (first, second) => {
      const [a, b] = [first.slice(0, 4), second.slice(0, 6)]
      for (const statistic of STATISTICS) {
        const options = { statistic, seed: 1 }
        near(permutationTest(a, b, options)?.p, permutationTest(b, a, options)?.p ?? Number.NaN, 1e-12)
        near(
          signFlipTest(b, options)?.p,
          signFlipTest(
            b.map((v) => -v),
            options,
          )?.p ?? Number.NaN,
          1e-12,
        )
      }
    }),
    { numRuns: 40 },
  )
})

test('has no answer without values; one value of each, or one pair, shows nothing', () => {
  const options = { statistic: 'means', seed: 1 } as const
  assert.equal(permutationTest([], [1], options), undefined)
  assert.equal(permutationTest([1], [], options), undefined)
  assert.equal(signFlipTest([], options), undefined)
  assert.equal(permutationTest([1], [2], options)?.p, 1)
  assert.equal(signFlipTest([7], options)?.p, 1)
  assert.throws(() => permutationTest([1], [2], { ...options, resamples: 10 }), RangeError)
  assert.throws(() => signFlipTest([Number.NaN], options), RangeError)
})
