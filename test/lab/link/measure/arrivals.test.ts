import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Arrivals } from '../../../../lab/link/measure/arrivals.ts'

/** Payload of an IP packet of 1,500 bytes. */
const FULL = 1472

test('a rate is that of what followed the first packet', () => {
  const arrivals = new Arrivals()
  for (const [sequence, atMs] of [5, 6, 7, 8].entries()) arrivals.add(sequence, FULL, atMs)
  assert.equal(arrivals.received().mbps, 12)
})

test('within a time only what came by then counts, over all of that time', () => {
  const arrivals = new Arrivals()
  for (const [sequence, atMs] of [0, 1, 2, 9].entries()) arrivals.add(sequence, FULL, atMs)
  assert.equal(arrivals.received(4).mbps, 6)
  assert.equal(arrivals.received(100).mbps, 4)
})

test('fewer than two packets have no rate', () => {
  const arrivals = new Arrivals()
  assert.deepEqual(arrivals.received(), { packets: 0, gaps: 0, overtaken: 0, mbps: null, mostQueued: null })
  arrivals.add(0, FULL, 1)
  assert.equal(arrivals.received().mbps, null)
})

test('runs that are missing are counted once each, and one that was overtaken is no run', () => {
  const arrivals = new Arrivals()
  for (const [atMs, sequence] of [1, 2, 5, 6, 8, 7].entries()) arrivals.add(sequence, FULL, atMs)
  const { packets, gaps, overtaken } = arrivals.received()
  assert.deepEqual([packets, gaps, overtaken], [6, 3, 1])
})

test('of three packets sent at once, which leave one after the other, two wait', () => {
  const arrivals = new Arrivals()
  for (const [sequence, atMs] of [10, 11, 12].entries()) arrivals.add(sequence, FULL, atMs, 0)
  assert.equal(arrivals.received().mostQueued, 2)
})

test('packets that come as fast as they leave do not wait', () => {
  const arrivals = new Arrivals()
  for (const [sequence, sentMs] of [0, 1, 2, 3].entries()) arrivals.add(sequence, FULL, sentMs + 10, sentMs)
  assert.equal(arrivals.received().mostQueued, 0)
})
