import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rng } from '../../../stats/rng.ts'
import { mannWhitney } from '../../../stats/tests/mann-whitney.ts'
import { rankSumDistribution } from '../../../stats/tests/rank-sum-distribution.ts'
import { twoSamples } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'
import { splitsOf, twoSided } from './enumerate.ts'

/** Hollander and Wolfe (1973), 69f: permeability of the human chorioamnion. */
const PERMEABILITY = [
  [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46],
  [1.15, 0.88, 0.9, 0.74, 1.21],
] as const

const pairsAbove = (first: readonly number[], second: readonly number[]) =>
  first.reduce((sum, a) => second.reduce((so, b) => so + (a > b ? 1 : a === b ? 0.5 : 0), sum), 0)

test('gives what R’s documentation of wilcox.test prints for Hollander and Wolfe’s permeabilities: W = 35', () => {
  const result = mannWhitney(...PERMEABILITY)
  assert.deepEqual([result?.u, result?.method, result?.baselineN, result?.armN], [35, 'exact', 10, 5])
  // R prints 0.1272 for one side.
  near((result?.p ?? 0) / 2, 0.1272, 0.00005)
})

test('gives what R prints for the ozone of May and August, with ties: W = 127.5, p = 0.0001208', () => {
  const may = [
    41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37,
  ]
  const august = [
    ...[
      39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84,
      85,
    ],
  ]
  const result = mannWhitney(may, august)
  assert.deepEqual([result?.u, result?.method], [127.5, 'normal'])
  near(result?.p, 0.0001208, 5e-8)
})

test('the distribution of U is that of full enumeration, for every pair of sizes up to 6', () => {
  for (let n = 1; n <= 6; n += 1) {
    for (let m = 1; m <= 6; m += 1) {
      const ranks = Array.from({ length: n + m }, (_, index) => index + 1)
      const us = [...splitsOf(ranks, n)].map(([first, second]) => pairsAbove(first, second))
      const distribution = rankSumDistribution(n, m)
      assert.equal(distribution.length, n * m + 1)
      for (const [u, probability] of distribution.entries())
        near(probability, us.filter((each) => each === u).length / us.length, 1e-15)
    }
  }
})

test('exact p is that of full enumeration, with unequal sizes', () => {
  const random = rng(4)
  for (const [n, m] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
    [3, 7],
    [8, 3],
    [6, 5],
  ] as const) {
    const first = Array.from({ length: n }, random)
    const second = Array.from({ length: m }, random)
    const us = [...splitsOf([...first, ...second], n)].map(([a, b]) => pairsAbove(a, b))
    const result = mannWhitney(first, second)
    assert.equal(result?.method, 'exact')
    near(result?.p, twoSided(us, pairsAbove(first, second)), 1e-14)
  }
})

test('the normal approximation takes over at 50 values and is near what it takes over from', () => {
  const random = rng(9)
  const first = Array.from({ length: 50 }, random)
  const second = Array.from({ length: 30 }, () => random() + 0.12)
  const approximate = mannWhitney(first, second)
  const exact = mannWhitney(first.slice(1), second)
  assert.deepEqual([approximate?.method, exact?.method], ['normal', 'exact'])
  const again = mannWhitney([...first.slice(1), first[1] as number], second)
  assert.equal(again?.method, 'normal')
  assert.ok(Math.abs((approximate?.p ?? 0) - (exact?.p ?? 1)) < 0.02)
})

test('a difference beyond doubt has a tiny p that is not 0', () => {
  const low = Array.from({ length: 400 }, (_, index) => index)
  const p = mannWhitney(
    low,
    low.map((value) => value + 1_000),
  )?.p
  assert.ok(p !== undefined && p > 0 && p < 1e-100, `${p}`)
})

test('has no answer without values, and no evidence where all are equal', () => {
  assert.equal(mannWhitney([], [1]), undefined)
  assert.equal(mannWhitney([1], []), undefined)
  assert.equal(mannWhitney([1, 1, 1], [1, 1])?.p, 1)
  assert.equal(mannWhitney([1], [1])?.p, 1)
  assert.throws(() => mannWhitney([1], [Number.NaN]), RangeError)
})

test('U counts pairs, p is the same when samples change places or values are stretched, and lies in 0..1', () => {
  fc.assert(
    fc.property(twoSamples, ([first, second]) => {
      const result = mannWhitney(first, second)
      const swapped = mannWhitney(second, first)
      assert.ok(result && swapped)
      assert.equal(result.u, pairsAbove(first, second))
      assert.equal(result.u + swapped.u, first.length * second.length)
      near(result.p, swapped.p, 1e-12)
      assert.ok(result.p > 0 && result.p <= 1)
      const stretch = (values: number[]) => values.map((value) => 2 * value)
      assert.deepEqual(mannWhitney(stretch(first), stretch(second)), result)
    }),
  )
})
