import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcnemarExact, pairedDifference } from '../../../stats/tests/paired-proportions.ts'

const near = (found: number | undefined, expected: number, places: number) =>
  assert.ok(
    found !== undefined && Math.abs(found - expected) <= 0.51 * 10 ** -places,
    `${found}, expected ${expected}`,
  )

test('gives the published limits of Newcombe’s method 10', () => {
  // Newcombe 1998 (Statistics in Medicine 17, 2635–2650), table II.
  const newcombe = pairedDifference({ kept: 36, gained: 12, lost: 2, never: 0 })
  near(newcombe?.low, 0.0569, 4)
  near(newcombe?.high, 0.3404, 4)
  // Altman, Machin, Bryant, Gardner, Statistics with Confidence (2000), table 6.2: 0.122, 0.011 to 0.226.
  const altman = pairedDifference({ kept: 14, gained: 5, lost: 0, never: 22 })
  near(altman?.difference, 0.122, 3)
  near(altman?.low, 0.011, 3)
  near(altman?.high, 0.226, 3)
  // Fagerland, Lydersen, Laake 2014 (Statistics in Medicine 33, 2850–2875), airway hyper-responsiveness: negative φ.
  const fagerland = pairedDifference({ kept: 1, gained: 1, lost: 7, never: 12 })
  near(fagerland?.difference, -0.286, 3)
  near(fagerland?.low, -0.507, 3)
  near(fagerland?.high, -0.026, 3)
})

test('mirrors when before and after change places', () => {
  const one = pairedDifference({ kept: 5, gained: 9, lost: 3, never: 40 })
  const other = pairedDifference({ kept: 5, gained: 3, lost: 9, never: 40 })
  assert.ok(one && other)
  near(one.low, -other.high, 12)
  near(one.high, -other.low, 12)
  assert.equal(one.p, other.p)
})

test('has no difference without pairs, and an interval around 0 where nothing changed', () => {
  assert.equal(pairedDifference({ kept: 0, gained: 0, lost: 0, never: 0 }), null)
  const still = pairedDifference({ kept: 10, gained: 0, lost: 0, never: 990 })
  assert.equal(still?.difference, 0)
  assert.ok(still && still.low <= 0 && still.high >= 0)
  assert.ok(still.low > -0.01 && still.high < 0.01)
  assert.equal(pairedDifference({ kept: 1, gained: 0, lost: 0, never: 0 })?.p, 1)
})

test('McNemar’s exact p is the enumerated binomial tail, doubled', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k)
  for (const [gained, lost] of [
    [0, 0],
    [1, 0],
    [0, 2],
    [5, 0],
    [7, 1],
    [12, 12],
    [30, 11],
  ] as const) {
    const n = gained + lost
    let tail = 0
    for (let k = 0; k <= Math.min(gained, lost); k++) tail += choose(n, k)
    near(mcnemarExact(gained, lost), Math.min(1, (2 * tail) / 2 ** n), 12)
  }
  near(mcnemarExact(7, 1), 0.0703, 4)
})

test('McNemar’s exact p stays a number for the counts of a large survey', () => {
  // Normal approximation with continuity correction: z = (1000 - 1) / sqrt(119000) = 2.896, p = 0.00378.
  near(mcnemarExact(60_000, 59_000), 0.00378, 5)
  assert.ok(mcnemarExact(0, 100_000) < 1e-300)
})

test('says what difference it could have shown: less with more pairs', () => {
  const few = pairedDifference({ kept: 2, gained: 1, lost: 1, never: 96 })
  const many = pairedDifference({ kept: 200, gained: 100, lost: 100, never: 9_600 })
  assert.ok(few && many && many.detectable < few.detectable)
  assert.ok(many.detectable > 0 && few.detectable <= 1)
})
