import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rng } from '../../../stats/rng.ts'
import { signedRankDistribution } from '../../../stats/tests/signed-rank-distribution.ts'
import { wilcoxonSignedRank } from '../../../stats/tests/wilcoxon-signed-rank.ts'
import { tiedSample } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'
import { signsOf, twoSided } from './enumerate.ts'

/** Hollander and Wolfe (1973), 29f: depression before and after a tranquilliser. */
const BEFORE = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
const AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]

const sum = (values: readonly number[]) => values.reduce((so, value) => so + value, 0)

test('gives what R’s documentation of wilcox.test prints for Hollander and Wolfe’s depressions: V = 40', () => {
  const result = wilcoxonSignedRank(BEFORE.map((value, index) => value - (AFTER[index] as number)))
  assert.deepEqual([result?.v, result?.method, result?.n, result?.zeros], [40, 'exact', 9, 0])
  // R prints 0.01953 for one side: 10 of 2^9.
  near((result?.p ?? 0) / 2, 10 / 512, 1e-15)
})

test('the distribution of V is that of full enumeration, up to 10 differences', () => {
  for (let n = 1; n <= 10; n += 1) {
    const ranks = Array.from({ length: n }, (_, index) => index + 1)
    const vs = [...signsOf(ranks)].map((signed) => sum(signed.filter((rank) => rank > 0)))
    for (const [v, probability] of signedRankDistribution(n).entries())
      near(probability, vs.filter((each) => each === v).length / vs.length, 1e-15)
  }
})

test('exact p is that of full enumeration', () => {
  const random = rng(8)
  for (const n of [1, 2, 3, 7, 10]) {
    const differences = Array.from({ length: n }, () => random() - 0.35)
    const order = differences.map(Math.abs).toSorted((a, b) => a - b)
    const vOf = (values: readonly number[]) =>
      sum(values.map((value) => (value > 0 ? 1 + order.indexOf(Math.abs(value)) : 0)))
    const result = wilcoxonSignedRank(differences)
    assert.equal(result?.v, vOf(differences))
    near(result?.p, twoSided([...signsOf(differences)].map(vOf), vOf(differences)), 1e-14)
  }
})

test('ties and zeros bring the normal approximation, computed by hand: V = 13.5 of ranks 1.5, 1.5, 3, 4.5, 4.5', () => {
  const result = wilcoxonSignedRank([0, 1, -1, 2, 3, 3, 0])
  assert.deepEqual([result?.n, result?.zeros, result?.v, result?.method], [7, 2, 13.5, 'normal'])
  // (13.5 − 7.5 − 0.5) / √(5·6·11/24 − (6 + 6)/48) = 1.4969, two-sided 0.1344.
  near(result?.p, 0.1344, 0.00005)
})

test('has no answer without differences, and no evidence in nothing but zeros', () => {
  assert.equal(wilcoxonSignedRank([]), undefined)
  assert.deepEqual(wilcoxonSignedRank([0, 0]), { n: 2, zeros: 2, v: 0, p: 1, method: 'normal' })
  assert.equal(wilcoxonSignedRank([5])?.p, 1)
  assert.equal(wilcoxonSignedRank([5, 6])?.p, 0.5)
  assert.throws(() => wilcoxonSignedRank([Infinity]), RangeError)
})

test('p is the same for all signs turned round and lies in 0..1', () => {
  fc.assert(
    fc.property(tiedSample, (differences) => {
      const result = wilcoxonSignedRank(differences)
      const turned = wilcoxonSignedRank(differences.map((difference) => -difference))
      assert.ok(result && turned)
      near(result.p, turned.p, 1e-12)
      const counted = differences.length - result.zeros
      assert.equal(result.v + turned.v, (counted * (counted + 1)) / 2)
      assert.ok(result.p > 0 && result.p <= 1)
    }),
  )
})
