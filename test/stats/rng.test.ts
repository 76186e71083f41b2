import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mix32, rng } from '../../stats/rng.ts'

/** sfc32 as PractRand writes it, on BigInt with explicit masks: slow and independent of int32 tricks. */
function* sfc32(seed: number): Generator<number> {
  const mask = 0xffff_ffffn
  let [a, b, c, counter] = [0n, BigInt(seed), 0n, 1n]
  for (let round = 0; ; round += 1) {
    const result = (a + b + counter) & mask
    counter = (counter + 1n) & mask
    a = b ^ (b >> 9n)
    b = (c + (c << 3n)) & mask
    c = ((((c << 21n) | (c >> 11n)) & mask) + result) & mask
    if (round >= 12) yield Number(result) / 2 ** 32
  }
}

test('rng gives the numbers of sfc32 as PractRand seeds it', () => {
  for (const seed of [0, 1, 42, 0x8000_0000, 0xffff_ffff]) {
    const next = rng(seed)
    const reference = sfc32(seed)
    for (let i = 0; i < 1_000; i += 1) assert.equal(next(), reference.next().value)
  }
})

test('rng stays in [0, 1) and spreads evenly', () => {
  const next = rng(2026)
  const buckets = new Array<number>(16).fill(0)
  for (let i = 0; i < 160_000; i += 1) {
    const value = next()
    assert.ok(value >= 0 && value < 1)
    const bucket = Math.floor(value * 16)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  // Chi-squared with 15 degrees of freedom: above 37.7 in one of a thousand fair draws.
  const chiSquared = buckets.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
  assert.ok(chiSquared < 37.7, `chi-squared ${chiSquared}`)
})

test('mix32 gives the same number for the same seed and value, below 2^32', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 0, max: 2 ** 31 }),
      (seed, value) => {
        const mixed = mix32(seed, value)
        assert.equal(mixed, mix32(seed, value))
        assert.ok(Number.isInteger(mixed) && mixed >= 0 && mixed < 2 ** 32)
      },
    ),
  )
})

test('mix32 gives different values different numbers: ranks are never tied', () => {
  for (const seed of [0, 7, 0xffff_ffff]) {
    const seen = new Set<number>()
    for (let rank = 1; rank <= 100_000; rank += 1) seen.add(mix32(seed, rank))
    assert.equal(seen.size, 100_000)
  }
})

test('the order by mix32 has nothing to do with the ranks, nor with the order of the next seed', () => {
  const count = 20_000
  const order = (seed: number): number[] =>
    Array.from({ length: count }, (_, i) => i + 1).sort((a, b) => mix32(seed, a) - mix32(seed, b))
  const place = (ranks: number[]): number[] => {
    const places = new Array<number>(count + 1)
    for (const [index, rank] of ranks.entries()) places[rank] = index
    return places.slice(1)
  }
  const correlation = (x: number[], y: number[]): number => {
    const mean = (count - 1) / 2
    let sum = 0
    let square = 0
    for (let i = 0; i < count; i += 1) {
      sum += ((x[i] ?? 0) - mean) * ((y[i] ?? 0) - mean)
      square += (i - mean) ** 2
    }
    return sum / square
  }
  const ranks = Array.from({ length: count }, (_, i) => i)
  const first = place(order(1))
  // The standard deviation of a rank correlation of independent orders is 1 / sqrt(n - 1) = 0.007.
  assert.ok(Math.abs(correlation(ranks, first)) < 0.03)
  assert.ok(Math.abs(correlation(first, place(order(2)))) < 0.03)
})

test('a seed that is no whole number from 0 to 2^32 - 1 is refused', () => {
  for (const seed of [-1, 1.5, 2 ** 32, Number.NaN]) {
    assert.throws(() => rng(seed), RangeError)
    assert.throws(() => mix32(seed, 1), RangeError)
  }
})
