import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rng } from '../../../stats/rng.ts'
import { kolmogorovSmirnov, kolmogorovTail } from '../../../stats/tests/kolmogorov-smirnov.ts'
import { twoSamples } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'
import { splitsOf } from './enumerate.ts'

/** By definition: the largest distance at any value, in whole n·m-ths. */
function distanceOf(first: readonly number[], second: readonly number[]): number {
  const upTo = (values: readonly number[], x: number) => values.filter((value) => value <= x).length
  const distances = [...first, ...second].map((x) =>
    Math.abs(upTo(first, x) * second.length - upTo(second, x) * first.length),
  )
  return Math.max(...distances)
}

test('exact p is that of full enumeration, with unequal sizes and ties', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 }),
      (first, second) => {
        const result = kolmogorovSmirnov(first, second)
        const observed = distanceOf(first, second)
        const all = [...splitsOf([...first, ...second], first.length)].map(([a, b]) => distanceOf(a, b))
        assert.equal(result?.method, 'exact')
        near(result.distance, observed / (first.length * second.length), 1e-15)
        near(result.p, all.filter((distance) => distance >= observed).length / all.length, 1e-12)
      },
    ),
    { numRuns: 150 },
  )
})

test('gives the exact significance points of equal samples (Massey 1951): 5 apart of 8 is 0.0870, 6 is 0.0186', () => {
  const apart = (by: number) => {
    const first = Array.from({ length: 8 }, (_, index) => index)
    return kolmogorovSmirnov(
      first,
      first.map((value) => value + by - 0.5),
    )
  }
  near(apart(5)?.distance, 5 / 8, 1e-15)
  near(apart(5)?.p, 0.087, 0.00005)
  near(apart(6)?.p, 0.0186, 0.00005)
})

test('samples that do not overlap have p = 2 / C(2n, n)', () => {
  near(kolmogorovSmirnov([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])?.p, 2 / 252, 1e-15)
})

test('the limit is Kolmogorov’s: 5 % beyond 1.3581, 1 % beyond 1.6276, half beyond 0.8276 (Smirnov 1948)', () => {
  near(kolmogorovTail(1.3581), 0.05, 1e-5)
  near(kolmogorovTail(1.6276), 0.01, 1e-5)
  near(kolmogorovTail(0.8276), 0.5, 1e-4)
  near(kolmogorovTail(0.5), 0.963945, 1e-6)
  assert.equal(kolmogorovTail(0), 1)
  near(kolmogorovTail(1 - 1e-12), kolmogorovTail(1), 1e-10)
  let before = 1
  for (let x = 0.01; x < 5; x += 0.01) {
    assert.ok(kolmogorovTail(x) <= before && kolmogorovTail(x) > 0, `${x}`)
    before = kolmogorovTail(x)
  }
})

test('beyond a million pairs the limit takes over, near the exact answer', () => {
  const random = rng(14)
  const first = Array.from({ length: 1_001 }, random)
  const second = Array.from({ length: 1_000 }, () => random() ** 1.08)
  const limit = kolmogorovSmirnov(first, second)
  const exact = kolmogorovSmirnov(first.slice(1), second)
  assert.deepEqual([limit?.method, exact?.method], ['asymptotic', 'exact'])
  near(limit?.p, exact?.p ?? Number.NaN, 0.02)
})

test('has no answer without values, and p = 1 where nothing can be told', () => {
  assert.equal(kolmogorovSmirnov([], [1]), undefined)
  assert.equal(kolmogorovSmirnov([1], []), undefined)
  assert.deepEqual(kolmogorovSmirnov([1], [2]), { baselineN: 1, armN: 1, distance: 1, p: 1, method: 'exact' })
  assert.deepEqual(kolmogorovSmirnov([3, 3], [3]), {
    baselineN: 2,
    armN: 1,
    distance: 0,
    p: 1,
    method: 'exact',
  })
  assert.throws(() => kolmogorovSmirnov([Number.NaN], [1]), RangeError)
})

test('is the same when samples change places or are stretched, and lies in 0..1', () => {
  fc.assert(
    fc.property(twoSamples, ([first, second]) => {
      const result = kolmogorovSmirnov(first, second)
      const swapped = kolmogorovSmirnov(second, first)
      assert.ok(result && swapped)
      assert.equal(result.distance, swapped.distance)
      near(result.p, swapped.p, 1e-12)
      assert.ok(result.p > 0 && result.p <= 1 && result.distance >= 0 && result.distance <= 1)
      const stretch = (values: number[]) => values.map((value) => value ** 3 / 8 + value)
      assert.deepEqual(kolmogorovSmirnov(stretch(first), stretch(second)), result)
    }),
  )
})
