import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median } from '../../../stats/median.ts'
import { rng } from '../../../stats/rng.ts'
import { hodgesLehmann } from '../../../stats/tests/hodges-lehmann.ts'
import { pairedHodgesLehmann } from '../../../stats/tests/paired-hodges-lehmann.ts'
import { tiedSample, twoSamples } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'
import { splitsOf } from './enumerate.ts'

const differencesOf = (first: readonly number[], second: readonly number[]) =>
  first.flatMap((a) => second.map((b) => a - b)).toSorted((a, b) => a - b)

const walshAveragesOf = (values: readonly number[]) =>
  values.flatMap((a, index) => values.slice(index).map((b) => a / 2 + b / 2)).toSorted((a, b) => a - b)

test('gives the shift of Hollander and Wolfe’s permeabilities: 0.305, and −0.15 to 0.76 as R prints it', () => {
  const found = hodgesLehmann(
    [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46],
    [1.15, 0.88, 0.9, 0.74, 1.21],
  )
  near(found?.shift, 0.305)
  near(found?.interval?.[0], -0.15)
  near(found?.interval?.[1], 0.76)
  assert.equal(found?.method, 'exact')
})

test('gives the shift of Hollander and Wolfe’s depressions: 0.46, and 0.010 to 0.786', () => {
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
  const found = pairedHodgesLehmann(before.map((value, index) => value - (after[index] as number)))
  near(found?.shift, 0.46)
  near(found?.interval?.[0], 0.01)
  near(found?.interval?.[1], 0.786)
})

test('the shift is the median of all differences, or Walsh averages, with ties and unequal sizes', () => {
  fc.assert(
    fc.property(twoSamples, ([first, second]) => {
      assert.equal(hodgesLehmann(first, second)?.shift, median(differencesOf(first, second)))
      assert.equal(pairedHodgesLehmann(first)?.shift, median(walshAveragesOf(first)))
    }),
  )
})

test('limits are the order statistics that full enumeration of U allows: 5 % for the two tails together', () => {
  const random = rng(2)
  for (const [n, m] of [
    [4, 4],
    [3, 5],
    [5, 3],
    [7, 4],
    [6, 6],
  ] as const) {
    const ranks = Array.from({ length: n + m }, (_, index) => index)
    const us = [...splitsOf(ranks, n)].map(([a, b]) => differencesOf(a, b).filter((d) => d > 0).length)
    const missed = (cut: number) => (2 * us.filter((u) => u < cut).length) / us.length
    let cut = 0
    while (missed(cut + 1) <= 0.05) cut += 1
    const first = Array.from({ length: n }, random)
    const second = Array.from({ length: m }, random)
    const differences = differencesOf(first, second)
    assert.ok(cut > 0)
    assert.deepEqual(hodgesLehmann(first, second)?.interval, [differences[cut - 1], differences[n * m - cut]])
  }
})

test('so few values that no interval reaches the level have a shift and no interval', () => {
  assert.deepEqual(hodgesLehmann([5], [3]), { shift: 2, interval: null, method: 'exact' })
  // 3 and 4 values have 35 splits: the widest interval misses in 2 of them, 5.7 %.
  assert.equal(hodgesLehmann([1, 2, 3], [4, 5, 6, 7])?.interval, null)
  assert.notEqual(hodgesLehmann([1, 2, 3], [4, 5, 6, 7], { level: 0.94 })?.interval, null)
  // 5 pairs: 2 of 32, 6.25 %.
  assert.equal(pairedHodgesLehmann([1, 2, 3, 4, 5])?.interval, null)
  assert.deepEqual(pairedHodgesLehmann([1, 2, 3, 4, 5, 6])?.interval, [1, 6])
  assert.deepEqual(pairedHodgesLehmann([3, 4]), { shift: 3.5, interval: null, method: 'exact' })
})

test('has no answer without values and refuses what is not finite or no level', () => {
  assert.equal(hodgesLehmann([], [1]), undefined)
  assert.equal(hodgesLehmann([1], []), undefined)
  assert.equal(pairedHodgesLehmann([]), undefined)
  assert.throws(() => hodgesLehmann([1], [Number.NaN]), RangeError)
  assert.throws(() => pairedHodgesLehmann([1], { level: 1 }), RangeError)
})

test('50 values a side take the normal limits, close to those of 49', () => {
  const random = rng(3)
  const first = Array.from({ length: 50 }, () => random() + 0.3)
  const second = Array.from({ length: 50 }, random)
  const normal = hodgesLehmann(first, second)
  const exact = hodgesLehmann(first.slice(1), second.slice(1))
  assert.deepEqual([normal?.method, exact?.method], ['normal', 'exact'])
  const differences = differencesOf(first, second)
  // Hollander and Wolfe (4.41): 1250 + ½ − 1.96 · √(2500 · 101 / 12) = 966.2.
  assert.deepEqual(normal?.interval, [differences[965], differences[2500 - 966]])
  near(normal?.interval?.[0], exact?.interval?.[0] ?? 0, 0.03)
  const pairs = pairedHodgesLehmann(first)
  // 637.5 + ½ − 1.96 · √(50 · 51 · 101 / 24) = 434.97.
  const averages = walshAveragesOf(first)
  assert.deepEqual(pairs, {
    shift: median(averages),
    interval: [averages[433], averages[1275 - 434]],
    method: 'normal',
  })
})

test('finds a shift of 20,000 values a side, many of them tied, without writing 4e8 differences down', () => {
  const random = rng(12)
  const size = 20_000
  const arm = Array.from({ length: size }, () => Math.round(1_000 * Math.exp(0.3 * random())))
  const baseline = arm.map((value) => value + 40)
  const found = hodgesLehmann(baseline, arm)
  assert.equal(found?.shift, 40)
  assert.ok(found.interval && found.interval[0] <= 40 && found.interval[1] >= 40)
  assert.ok(found.interval[1] - found.interval[0] < 5)
  assert.equal(pairedHodgesLehmann(baseline.map((value, index) => value - (arm[index] as number)))?.shift, 40)
})

test('follows when a sample is moved or the samples change places; the interval holds the shift', () => {
  fc.assert(
    fc.property(tiedSample, tiedSample, fc.integer({ min: -50, max: 50 }), (first, second, by) => {
      const found = hodgesLehmann(first, second)
      const swapped = hodgesLehmann(second, first)
      const moved = hodgesLehmann(
        first.map((value) => value + by),
        second,
      )
      assert.ok(found && swapped && moved)
      near(swapped.shift, -found.shift, 0)
      assert.equal(moved.shift, found.shift + by)
      if (found.interval === null) return
      assert.ok(found.interval[0] <= found.shift && found.shift <= found.interval[1])
      assert.deepEqual(
        swapped.interval?.map((limit) => limit + 0),
        [0 - found.interval[1], 0 - found.interval[0]],
      )
      assert.deepEqual(moved.interval, [found.interval[0] + by, found.interval[1] + by])
    }),
  )
})
