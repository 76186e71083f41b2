import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrival, transferredParts, unqueuedWaits } from '../../../crawler/metrics/unqueued-waits.ts'

/** Of which 1,380 bytes of responses pass in a millisecond. */
const LINK_MBPS = 12
const BYTES_PER_MS = 1_380

/** Asked for at 0 over a round trip of 40 ms; comes whole at one moment unless said otherwise. */
function arrival(firstByteMs: number, bytes: number, changes: Partial<Arrival> = {}): Arrival {
  return {
    ...{ connection: '1', protocol: 'h2', roundTripMs: 40, sentMs: 0, firstByteMs, endMs: firstByteMs },
    parts: [{ atMs: firstByteMs, bytes }],
    ...changes,
  }
}

const waitsOf = (...arrivals: Arrival[]) =>
  unqueuedWaits(arrivals, LINK_MBPS).map((waitMs) => (waitMs === null ? null : Math.round(waitMs)))

test('on an idle link the whole wait is the server’s, but for the response’s own way through the link', () => {
  assert.deepEqual(waitsOf(arrival(150, 10 * BYTES_PER_MS)), [100])
})

test('responses that the link brings one after another were ready when the first of them came', () => {
  // The server took 20 ms for each; each takes the link 10 ms.
  const burst = Array.from({ length: 10 }, (_, index) =>
    arrival(70 + 10 * index, 10 * BYTES_PER_MS, { connection: String(index) }),
  )
  assert.deepEqual(waitsOf(...burst), Array(10).fill(20))
})

test('what a browser got at one moment came through the link one after another', () => {
  const both = [arrival(80, 10 * BYTES_PER_MS), arrival(80, 10 * BYTES_PER_MS, { connection: '2' })]
  assert.deepEqual(waitsOf(...both), [20, 20])
})

test('what comes after the link stood idle was not ready before', () => {
  const [, later] = waitsOf(
    arrival(70, 10 * BYTES_PER_MS),
    arrival(95, 5 * BYTES_PER_MS, { connection: '2' }),
  )
  assert.equal(later, 50)
})

test('a link that was busy before the request could be answered explains the whole wait', () => {
  const before = arrival(60, 60 * BYTES_PER_MS, { connection: '2', sentMs: -60, firstByteMs: 0 })
  assert.equal(waitsOf(before, arrival(61, BYTES_PER_MS))[1], 0)
})

test('behind another response of its connection, a pause of at most a round trip is no idle time', () => {
  const slowStart = (connection: string) =>
    arrival(60, 0, {
      connection,
      endMs: 102,
      parts: [60, 100, 102].map((atMs) => ({ atMs, bytes: BYTES_PER_MS })),
    })
  const behind = arrival(103, BYTES_PER_MS)
  assert.equal(waitsOf(slowStart('1'), behind)[1], 19)
  assert.equal(waitsOf(slowStart('2'), behind)[1], 59)
  const paused = arrival(60, 0, {
    endMs: 142,
    parts: [60, 142].map((atMs) => ({ atMs, bytes: BYTES_PER_MS })),
  })
  assert.equal(waitsOf(paused, arrival(143, BYTES_PER_MS))[1], 101)
})

test('a TLS record that no first window holds shows its head a round trip late', () => {
  const large = (changes: Partial<Arrival>) => arrival(150, 15_000, changes)
  // 150 ms less two round trips, and what the link needs for it.
  const [first, later] = waitsOf(large({}), {
    ...large({ sentMs: 100 }),
    firstByteMs: 250,
    endMs: 250,
    parts: [{ atMs: 250, bytes: 15_000 }],
  })
  assert.deepEqual([first, later], [59, 99])
  assert.deepEqual(waitsOf(large({ protocol: 'h3' })), [99])
  // It came in pieces, of which the first had the head.
  assert.equal(
    waitsOf(large({ endMs: 190, parts: [150, 190].map((atMs) => ({ atMs, bytes: 7_500 })) }))[0],
    105,
  )
})

test('without a round trip nothing is known, but the link was busy all the same', () => {
  const waits = waitsOf(
    arrival(70, 10 * BYTES_PER_MS, { roundTripMs: null }),
    arrival(80, 10 * BYTES_PER_MS, { connection: '2' }),
  )
  assert.deepEqual(waits, [null, 20])
})

test('no wait is negative, nor longer than that to the first byte', () => {
  assert.deepEqual(waitsOf(arrival(30, BYTES_PER_MS)), [0])
})

test('parts share in what was transferred as they do in what was decoded, none before the first byte', () => {
  const moments = { firstByteMs: 10, endMs: 20 }
  const parts = [
    { atMs: 5, bytes: 300 },
    { atMs: 25, bytes: 100 },
  ]
  assert.deepEqual(transferredParts(parts, 200, moments), [
    { atMs: 10, bytes: 150 },
    { atMs: 20, bytes: 50 },
  ])
  assert.deepEqual(transferredParts([], 200, moments), [{ atMs: 20, bytes: 200 }])
})
