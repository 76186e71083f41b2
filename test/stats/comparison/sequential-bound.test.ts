import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sequentialBound } from '../../../stats/comparison/sequential-bound.ts'
import { rng } from '../../../stats/rng.ts'
import { near } from '../near.ts'

test('solves Miller and Siegmund’s crossing probability for its critical value', () => {
  for (const [first, last, alpha] of [
    [10, 40, 0.05],
    [10, 500, 0.05],
    [6, 100_000, 0.01],
  ] as const) {
    const c = sequentialBound(first, last, alpha)
    const density = Math.exp(-(c ** 2) / 2) / Math.sqrt(2 * Math.PI)
    near(density * ((c - 1 / c) * Math.log(last / first) + 4 / c), alpha, 1e-9)
  }
})

test('a random walk stays within it at every look in 95 % of cases or more, and not in all', () => {
  const random = rng(31)
  const walks = 4_000
  const c = sequentialBound(10, 100, 0.05)
  let crossed = 0
  for (let walk = 0; walk < walks; walk += 1) {
    let sum = 0
    for (let n = 1; n <= 100; n += 1) {
      sum += Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      if (n < 10 || Math.abs(sum) < c * Math.sqrt(n)) continue
      crossed += 1
      break
    }
  }
  // 4 % by 40,000 walks of another seed; three standard errors are 0.9 %.
  assert.ok(crossed / walks > 0.028 && crossed / walks <= 0.05, `${crossed} of ${walks}`)
})

test('one look needs no more than the normal distribution has, more looks need more', () => {
  near(sequentialBound(40, 40, 0.05), 1.959964, 1e-6)
  const bounds = [20, 40, 100, 1_000].map((last) => sequentialBound(10, last, 0.05))
  assert.deepEqual(
    bounds,
    bounds.toSorted((a, b) => a - b),
  )
  assert.ok((bounds[0] ?? 0) > 2.4)
})

test('looks that cannot be are refused', () => {
  assert.throws(() => sequentialBound(0, 10, 0.05), RangeError)
  assert.throws(() => sequentialBound(20, 10, 0.05), RangeError)
  assert.throws(() => sequentialBound(10, 20, 0.6), RangeError)
})
