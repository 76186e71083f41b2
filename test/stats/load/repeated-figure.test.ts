import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bounded } from '../../../stats/load/load-figures.ts'
import { repeatedRatio, repeatedRatioFigure, repeatedSlope } from '../../../stats/load/repeated-figure.ts'

const known = (value: number, high = value): Bounded => ({ value, between: [value, high], bound: null })
const bounded = (value: number): Bounded => ({ ...known(value), bound: 'client' })

function near(found: readonly number[] | null | undefined, wanted: readonly number[]): void {
  assert.ok(
    found?.length === wanted.length &&
      found.every((value, i) => Math.abs(value / (wanted[i] ?? 0) - 1) < 1e-4),
    `${found}`,
  )
}

test('three values have a geometric mean with Student’s t interval of logarithms', () => {
  // Logarithms 0, ln 2, ln 4: mean ln 2, deviation ln 2, so ln 2 ± 4.302653 · ln 2 / √3.
  const half = (4.302653 * Math.LN2) / Math.sqrt(3)
  const figure = repeatedRatioFigure([known(1), known(2), known(4)])
  near([figure?.value ?? 0], [2])
  near(figure?.interval, [2 * Math.exp(-half), 2 * Math.exp(half)])
})

test('a slope has the arithmetic mean and may have an interval below 0', () => {
  const half = 4.302653 / Math.sqrt(3)
  const figure = repeatedSlope([-1, 0, null, 1])
  assert.deepEqual([figure?.n, figure?.value], [3, 0])
  near(figure?.interval, [-half, half])
})

test('values that are known to lie between two have an interval of at least that length', () => {
  const figure = repeatedRatioFigure([known(700, 750), known(700, 750), known(700, 750)])
  near(figure?.interval, [700, 750])
})

test('a lower bound among the repetitions makes the whole a lower bound without interval', () => {
  assert.deepEqual(repeatedRatioFigure([known(9), bounded(7), known(8)]), {
    ...{ n: 3, value: 7, interval: null, bound: 'client' },
  })
  assert.equal(repeatedRatio([[known(2), bounded(1)]]), undefined)
})

test('fewer than three repetitions have no interval, none have no figure', () => {
  assert.equal(repeatedRatioFigure([known(1), known(2), null])?.interval, null)
  assert.equal(repeatedRatioFigure([null]), undefined)
  assert.equal(repeatedSlope([]), undefined)
  assert.equal(repeatedSlope([1, 2])?.interval, null)
})

test('a ratio is taken within repetitions, so that what they share cancels', () => {
  const figure = repeatedRatio([
    [known(20), known(10)],
    [known(40), known(20)],
    [known(80), known(40)],
  ])
  near([figure?.value ?? 0], [2])
  near(figure?.interval, [2, 2])
})
