import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectedRow } from '../../../../crawler/probe/packets/connection-marks.ts'
import { placeRecords } from '../../../../crawler/probe/packets/tls-records.ts'

const row = (recordBytes: readonly number[], contentTypes: readonly number[]): DirectedRow =>
  ({ up: true, tcp: { recordBytes, contentTypes } }) as unknown as DirectedRow

test('records lie one behind the other, each with its header of five bytes', () => {
  const [first, second] = [row([100, 20], [22, 22]), row([50], [23])]
  const placed = placeRecords([first, row([], []), second])
  assert.deepEqual(placed.get(first), [
    { start: 1, end: 106, contentType: 22 },
    { start: 106, end: 131, contentType: 22 },
  ])
  assert.deepEqual(placed.get(second), [{ start: 131, end: 186, contentType: 23 }])
  assert.equal(placed.size, 2)
})

test('where records stayed encrypted, which type is whose is unknown', () => {
  const mixed = row([100, 20], [22])
  assert.deepEqual(
    placeRecords([mixed])
      .get(mixed)
      ?.map(({ contentType }) => contentType),
    [null, null],
  )
})
