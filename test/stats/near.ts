import assert from 'node:assert/strict'

/** Asserts that a number is within `tolerance` of what was expected. */
export function near(found: number | null | undefined, expected: number, tolerance = 1e-9): void {
  const isNear = typeof found === 'number' && Math.abs(found - expected) <= tolerance
  assert.ok(isNear, `${found}, expected ${expected} ± ${tolerance}`)
}
