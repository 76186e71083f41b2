import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binomialTails } from '../../../../lab/link/measure/binomial-tails.ts'

const rounded = (...args: Parameters<typeof binomialTails>) =>
  binomialTails(...args).map((each) => each.toFixed(9))

test('the tails are those that counting by hand gives', () => {
  // Of four tosses of a coin: 5 of 16 have at most one head, 15 of 16 at least one.
  assert.deepEqual(rounded(1, 4, 0.5), ['0.312500000', '0.937500000'])
})

test('what cannot be otherwise is certain, and what cannot be is not', () => {
  assert.deepEqual(rounded(0, 2000, 0), ['1.000000000', '1.000000000'])
  assert.deepEqual(rounded(1, 2000, 0), ['1.000000000', '0.000000000'])
  assert.deepEqual(rounded(0, 0, 0.5), ['1.000000000', '1.000000000'])
  assert.deepEqual(rounded(3, 3, 1), ['1.000000000', '1.000000000'])
})

test('many trials neither overflow nor vanish', () => {
  const [atMost, atLeast] = binomialTails(1000, 2000, 0.5)
  assert.ok(Math.abs(atMost + atLeast - 1 - 0.01784) < 1e-4, `${atMost} ${atLeast}`)
})
