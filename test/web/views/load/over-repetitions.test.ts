import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadIntervalRow } from '../../../../server/contract/contract.ts'
import { median, overRepetitions } from '../../../../web/views/load/over-repetitions.ts'

const row = (repetition: number, fromMs: number, p95Ms: number | null): LoadIntervalRow =>
  ({ repetition, fromMs, usersFrom: fromMs / 100, usersTo: fromMs / 100 + 10, p95Ms }) as LoadIntervalRow

test('intervals of the same time are one point: median, range and n', () => {
  const rows = [row(0, 0, 300), row(1, 4, 100), row(2, 0, 200), row(0, 2_000, 500), row(1, 1_998, 700)]
  const points = overRepetitions(rows, 2_000, ({ p95Ms }) => p95Ms)
  assert.deepEqual(
    points.map(({ n, median: middle, lowest, highest }) => [n, middle, lowest, highest]),
    [
      [3, 200, 100, 300],
      [2, 600, 500, 700],
    ],
  )
  assert.ok(Math.abs((points[0]?.users ?? 0) - 5) < 0.1)
})

test('a value above all that are known counts as larger than all others', () => {
  const of = (...values: (number | null)[]) =>
    overRepetitions(
      values.map((value, i) => row(i, 0, value)),
      2_000,
      ({ p95Ms }) => p95Ms,
    )[0]
  assert.deepEqual([of(null, 100, 200)?.median, of(null, 100, 200)?.highest], [200, null])
  assert.deepEqual([of(null, null, 200)?.median, of(null, null, 200)?.lowest], [null, 200])
  assert.equal(of(null, 100)?.median, null)
})

test('a repetition without a value is not counted, and none gives no point', () => {
  const rows = [row(0, 0, 300), row(1, 0, 100)]
  const read = ({ repetition, p95Ms }: LoadIntervalRow) => (repetition === 0 ? p95Ms : undefined)
  assert.equal(overRepetitions(rows, 2_000, read)[0]?.n, 1)
  assert.deepEqual(
    overRepetitions(rows, 2_000, () => undefined),
    [],
  )
})

test('the median of an even number of values is the mean of the two in the middle', () => {
  assert.equal(median([1, 2, 4, 10]), 3)
  assert.equal(median([7]), 7)
})
