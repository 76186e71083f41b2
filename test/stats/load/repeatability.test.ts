import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatability } from '../../../stats/load/repeatability.ts'

function assertNear(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-6, `${actual}, ${expected}`)
}

test('repetitions differ by the largest difference of one from their geometric mean', () => {
  const found = repeatability([80, 100, 125])
  assert.equal(found?.n, 3)
  assertNear(found?.largest, 0.25)
})

test('what another would differ by is the prediction interval of logarithms by Student’s t', () => {
  // s of −0.1, 0, 0.1 is 0.1; t of 2 degrees of freedom at 95 % is 4.302653, and a fourth has √(1 + 1/3) of it.
  const found = repeatability([Math.exp(-0.1), 1, Math.exp(0.1)])
  assertNear(found?.predicted, Math.expm1(4.3026527 * 0.1 * Math.sqrt(4 / 3)))
  const more = repeatability([Math.exp(-0.1), 1, Math.exp(0.1), Math.exp(-0.1), 1, Math.exp(0.1)])
  assert.ok((more?.predicted ?? Infinity) < (found?.predicted ?? 0))
})

test('equal repetitions do not differ; two, and what is not above 0, say nothing', () => {
  assert.deepEqual(repeatability([5, 5, 5]), { n: 3, largest: 0, predicted: 0 })
  assert.equal(repeatability([1, 2]), null)
  assert.equal(repeatability([0, 1, 2]), null)
})
