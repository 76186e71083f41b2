import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Bins } from '../../../model/published-cell.ts'
import { binQuantile } from '../../../stats/field/bin-quantile.ts'
import { binEdges, binned, binOf, binTotal } from '../../../stats/field/bins.ts'
import { quantile } from '../../../stats/quantile.ts'

test('bins are 5 % wide: bin 0 below 1.05 ms, bin i from 1.05^i ms', () => {
  for (const [ms, bin] of [
    [0, 0],
    [1, 0],
    [1.049, 0],
    [1.06, 1],
    [2, 14],
    [100, 94],
    [1_000, 141],
    [600_000, 272],
  ] as const)
    assert.equal(binOf(ms), bin, `${ms} ms`)
  assert.deepEqual(binEdges(0), { fromMs: 0, toMs: 1.05 })
  assert.deepEqual(binEdges(94), { fromMs: 1.05 ** 94, toMs: 1.05 ** 95 })
})

test('every time lies within the edges of its bin, also at the edges themselves', () => {
  const inside = (ms: number): void => {
    const { fromMs, toMs } = binEdges(binOf(ms))
    assert.ok(fromMs <= ms && ms < toMs, `${ms} in ${fromMs}…${toMs}`)
  }
  for (let bin = 1; bin <= 272; bin += 1) {
    assert.equal(binOf(1.05 ** bin), bin)
    inside(1.05 ** bin)
  }
  fc.assert(fc.property(fc.double({ min: 0, max: 600_000, noNaN: true }), inside))
})

test('no bin holds what is no time', () => {
  for (const bad of [-1, Number.NaN, Infinity]) assert.throws(() => binOf(bad), RangeError)
})

test('bins are in order, without empty ones, and hold every value once', () => {
  assert.deepEqual(binned([]), [])
  assert.deepEqual(binned([1_000, 0, 2, 1_001, 1]), [
    [0, 2],
    [14, 1],
    [141, 2],
  ])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600_000 })), (values) => {
      assert.equal(binTotal(binned(values)), values.length)
      assert.deepEqual(binned(values.toReversed()), binned(values))
    }),
  )
})

test('a quantile within a bin is interpolated on the logarithmic scale', () => {
  const bins: Bins = [[100, 4]]
  assert.equal(binQuantile(bins, 0), 1.05 ** 100)
  assert.equal(binQuantile(bins, 1), 1.05 ** 101)
  assert.ok(Math.abs((binQuantile(bins, 0.5) ?? 0) - 1.05 ** 100.5) < 1e-9)
  // A quarter of 8 values is the 2 of the first bin: its upper edge. Three quarters are half of the bin of 4.
  const uneven: Bins = [
    [10, 2],
    [20, 2],
    [30, 4],
  ]
  assert.ok(Math.abs((binQuantile(uneven, 0.25) ?? 0) - 1.05 ** 11) < 1e-9)
  assert.ok(Math.abs((binQuantile(uneven, 0.75) ?? 0) - 1.05 ** 30.5) < 1e-9)
  assert.ok(Math.abs((binQuantile([[0, 2]], 0.5) ?? 0) - 0.525) < 1e-9, 'bin 0 begins at 0: it is linear')
})

test('there is no quantile of nothing, and none beyond 0 and 1', () => {
  assert.equal(binQuantile([], 0.5), undefined)
  assert.throws(() => binQuantile([[1, 1]], 1.1), RangeError)
})

test('a quantile of bins rises with its share and lies within a bin of that of the values', () => {
  const values = fc.array(fc.integer({ min: 2, max: 600_000 }), { minLength: 1, maxLength: 60 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(values, share, share, (list, p, q) => {
      const bins = binned(list)
      const [low, high] = [binQuantile(bins, Math.min(p, q)), binQuantile(bins, Math.max(p, q))]
      assert.ok(low !== undefined && high !== undefined && low <= high + 1e-9)
      // The nearest value below and above the rank, a bin further at most.
      const sorted = list.toSorted((a, b) => a - b)
      const rank = p * list.length
      const below = sorted[Math.max(0, Math.ceil(rank) - 1)] ?? 0
      const above = sorted[Math.min(list.length - 1, Math.floor(rank))] ?? 0
      const at = binQuantile(bins, p) ?? 0
      assert.ok(at >= below / 1.05 - 1e-9 && at <= above * 1.05 + 1e-9, `${at} of ${below}…${above}`)
    }),
  )
  const thousand = Array.from({ length: 1_000 }, (_, i) => 500 + i)
  const exact = quantile(thousand, 0.5) ?? 0
  assert.ok(Math.abs((binQuantile(binned(thousand), 0.5) ?? 0) / exact - 1) < 0.003)
})
