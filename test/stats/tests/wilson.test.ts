import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wilson } from '../../../stats/tests/wilson.ts'

test('gives the limits that Newcombe 1998 (Statistics in Medicine 17, 857–872, table I, method 3) prints', () => {
  for (const [successes, n, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilson(successes, n)
    assert.ok(interval)
    assert.equal(interval.share, successes / n)
    // The paper rounds 0.16113 up to 0.1611 and 0.17176 to 0.1718: four places.
    assert.ok(Math.abs(interval.low - low) < 0.00006, `${successes}/${n}: low ${interval.low}`)
    assert.ok(Math.abs(interval.high - high) < 0.00006, `${successes}/${n}: high ${interval.high}`)
  }
})

test('has no interval for no trials: null, not NaN', () => {
  assert.equal(wilson(0, 0), null)
})

test('ends exactly at 0 and 1 where all or none succeeded', () => {
  assert.equal(wilson(0, 7)?.low, 0)
  assert.equal(wilson(7, 7)?.high, 1)
  assert.equal(wilson(1, 1)?.share, 1)
  for (let z = 0.5; z < 4; z += 0.01) {
    assert.equal(wilson(0, 29, z)?.low, 0)
    assert.equal(wilson(29, 29, z)?.high, 1)
  }
})

test('holds the share, lies within 0..1 and mirrors when success and failure change places', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, part) => {
        const successes = Math.round(part * n)
        const interval = wilson(successes, n)
        const mirrored = wilson(n - successes, n)
        assert.ok(interval && mirrored)
        assert.ok(0 <= interval.low && interval.low <= interval.share)
        assert.ok(interval.share <= interval.high && interval.high <= 1)
        assert.ok(Math.abs(interval.low - (1 - mirrored.high)) < 1e-9)
      },
    ),
  )
})

test('refuses counts that are none', () => {
  assert.throws(() => wilson(3, 2), RangeError)
  assert.throws(() => wilson(-1, 2), RangeError)
  assert.throws(() => wilson(0.5, 2), RangeError)
})
