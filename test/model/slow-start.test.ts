import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAYLOAD_BYTES, payloadMsPerByte, slowStartMs, slowStartRounds } from '../../model/slow-start.ts'

const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`)

test('so many round trips in slow start as doubled windows that the bytes fill', () => {
  const rounds = (packets: number, window: number) => slowStartRounds(packets * PAYLOAD_BYTES, window)
  assert.deepEqual(
    [0, 1, 10, 30, 70].map((packets) => rounds(packets, 10)),
    [0, 1, 1, 2, 3],
  )
  assert.deepEqual(
    [10.01, 30.01, 70.01].map((packets) => rounds(packets, 10)),
    [2, 3, 4],
  )
  // After cablelabs:table-1: 3 + 6 + 12 packets in the time of 3 windows, where 10 need 2.
  assert.deepEqual([rounds(21, 3), rounds(21, 10)], [3, 2])
})

test('a flight that takes longer than a round trip is followed by the next at once', () => {
  const link = { rttMs: 100, msPerByte: 0.01 }
  // Flights of 14.6, 29.2 and 58.4 kB take 146, 292 and 584 ms: the link is never idle.
  near(slowStartMs(100_000, 10, link), 1_000)
  // With a link ten times as fast the first two wait for their acknowledgements, and the third takes what is left.
  near(slowStartMs(100_000, 10, { ...link, msPerByte: 0.001 }), 100 + 100 + (100_000 - 43_800) * 0.001)
})

test('a byte of payload takes its share of the packet headers too, and no time on a link without a rate', () => {
  near(1_460 * payloadMsPerByte(12), 1)
  assert.equal(payloadMsPerByte(null), 0)
})
