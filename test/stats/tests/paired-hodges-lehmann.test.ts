import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median } from '../../../stats/median.ts'
import { rng } from '../../../stats/rng.ts'
import { pairedHodgesLehmann } from '../../../stats/tests/paired-hodges-lehmann.ts'
import { sample, tiedSample } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'
import { signsOf } from './enumerate.ts'

const walshAveragesOf = (values: readonly number[]) =>
  values.flatMap((a, index) => values.slice(index).map((b) => a / 2 + b / 2)).toSorted((a, b) => a - b)

test('gives the shift of Hollander and Wolfe’s depressions: 0.46, and 0.010 to 0.786', () => {
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
  const found = pairedHodgesLehmann(before.map((value, index) => value - (after[index] as number)))
  near(found?.shift, 0.46)
  near(found?.interval?.[0], 0.01)
  near(found?.interval?.[1], 0.786)
})

test('the shift is the median of all Walsh averages, with ties or without', () => {
  fc.assert(
    fc.property(fc.oneof(tiedSample, sample), (values) => {
      assert.equal(pairedHodgesLehmann(values)?.shift, median(walshAveragesOf(values)))
    }),
  )
})

test('limits are the order statistics that full enumeration of signs allows: 5 % for the two tails together', () => {
  const random = rng(2)
  for (const n of [6, 7, 10, 12]) {
    const ranks = Array.from({ length: n }, (_, index) => index + 1)
    const sums = [...signsOf(ranks)].map((signed) => signed.reduce((sum, rank) => sum + Math.max(rank, 0), 0))
    const missed = (cut: number) => (2 * sums.filter((sum) => sum < cut).length) / sums.length
    let cut = 0
    while (missed(cut + 1) <= 0.05) cut += 1
    assert.ok(cut > 0)
    const values = Array.from({ length: n }, random)
    const averages = walshAveragesOf(values)
    assert.deepEqual(pairedHodgesLehmann(values)?.interval, [averages.at(cut - 1), averages.at(-cut)])
  }
})

test('so few pairs that no interval reaches the level have a shift and no interval', () => {
  // 5 pairs: 2 of 32, 6.25 %.
  assert.equal(pairedHodgesLehmann([1, 2, 3, 4, 5])?.interval, null)
  assert.deepEqual(pairedHodgesLehmann([1, 2, 3, 4, 5, 6])?.interval, [1, 6])
  assert.deepEqual(pairedHodgesLehmann([3, 4]), { shift: 3.5, interval: null })
})

test('has no answer without pairs and refuses what is not finite', () => {
  assert.equal(pairedHodgesLehmann([]), undefined)
  assert.throws(() => pairedHodgesLehmann([Number.NaN]), RangeError)
})

test('50 pairs take the normal limits', () => {
  const random = rng(3)
  const pairs = Array.from({ length: 50 }, () => random() + 0.3)
  const averages = walshAveragesOf(pairs)
  // 637.5 + ½ − 1.96 · √(50 · 51 · 101 / 24) = 434.97.
  assert.deepEqual(pairedHodgesLehmann(pairs), {
    shift: median(averages),
    interval: [averages[433], averages[1275 - 434]],
  })
})

test('finds a shift of 20,000 pairs, without writing 2e8 averages down', () => {
  const random = rng(12)
  const found = pairedHodgesLehmann(Array.from({ length: 20_000 }, () => 40 + random() - random()))
  near(found?.shift, 40, 0.02)
  assert.ok(found?.interval && found.interval[0] <= found.shift && found.shift <= found.interval[1])
})
