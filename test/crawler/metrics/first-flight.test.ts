import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstFlight } from '../../../crawler/metrics/first-flight.ts'
import type { TracedConnection, TracedPacket } from '../../../model/packet-trace.ts'
import { packet, QUIC, TCP, trace } from './hand-made-trace.ts'

const RTT_MS = 100
const FULL = 1_200

/** A connection of QUIC whose response comes in flights of so many packets, `gapMs` apart within a flight. */
function response(flights: readonly number[], { gapMs = 0.5, payloadBytes = FULL } = {}): TracedPacket[] {
  const packets = [
    packet(0, { up: true, payloadBytes: FULL }),
    packet(RTT_MS, { payloadBytes: FULL }),
    packet(RTT_MS + 1, { up: true, request: true, payloadBytes: 90 }),
  ]
  flights.forEach((count, flight) => {
    for (let index = 0; index < count; index++) {
      const atMs = (flight + 2) * RTT_MS + 1 + index * gapMs
      packets.push(packet(atMs, { payloadBytes, response: true }))
      packets.push(packet(atMs + 0.1, { up: true, payloadBytes: 30 }))
    }
  })
  return packets
}

function flightOf(packets: readonly TracedPacket[], connection: TracedConnection = QUIC): number | null {
  const ordered = packets.toSorted((one, other) => one.atMs - other.atMs)
  return firstFlight(trace(ordered, { connections: [connection] }), 0)
}

for (const window of [10, 32])
  test(`a first flight of ${window} packets is counted`, () => {
    assert.equal(flightOf(response([window, 2 * window])), window)
  })

test('segments that offload has joined are counted as what was sent', () => {
  const tcp = { ...TCP, segmentBytes: 400 }
  const syns = [packet(0, { up: true, syn: true }), packet(RTT_MS, { syn: true })]
  const [, , ...rest] = response([5, 10])
  assert.equal(flightOf([...syns, ...rest], tcp), 15)
})

test('a flight of joined segments may end with a single one', () => {
  const tcp = { ...TCP, segmentBytes: 400 }
  const syns = [packet(0, { up: true, syn: true }), packet(RTT_MS, { syn: true })]
  const [, , ...rest] = response([2, 6])
  const last = rest.findIndex(({ response, atMs }) => response && atMs > 2 * RTT_MS + 1)
  const ended = rest.map((each, index) => (index === last ? { ...each, payloadBytes: 400 } : each))
  assert.equal(flightOf([...syns, ...ended], tcp), 4)
})

test('settings that come with a flight of TCP are of its window', () => {
  const syns = [packet(0, { up: true, syn: true }), packet(RTT_MS, { syn: true })]
  const [, , ...rest] = response([8, 20])
  const settings = packet(2 * RTT_MS + 0.9, { payloadBytes: 49 })
  const before = packet(1.5 * RTT_MS, { payloadBytes: 49 })
  assert.equal(flightOf([...syns, settings, before, ...rest], { ...TCP, segmentBytes: FULL }), 9)
})

test('what follows of another response released nothing', () => {
  const parts = (packets: readonly TracedPacket[], second: number) =>
    packets.map(
      (each): TracedPacket =>
        each.response ? { ...each, parts: [[each.atMs < 3 * RTT_MS ? 0 : second, each.payloadBytes]] } : each,
    )
  assert.equal(flightOf(parts(response([10, 20]), 0)), 10)
  assert.equal(flightOf(parts(response([10, 20]), 1)), null)
})

test('responses of short packets alone, as of small files, show no window', () => {
  assert.equal(flightOf(response([1, 1, 1], { payloadBytes: 700 })), null)
  const syns = [packet(0, { up: true, syn: true }), packet(RTT_MS, { syn: true })]
  const [, , ...rest] = response([1, 1, 1], { payloadBytes: 700 })
  assert.equal(flightOf([...syns, ...rest], { ...TCP, segmentBytes: 1_448 }), null)
})

test('a round trip of a millisecond is too short to tell a wait for an acknowledgement from work', () => {
  const near = response([10, 20]).map((each) => ({ ...each, atMs: each.atMs / RTT_MS }))
  assert.equal(flightOf(near), null)
})

test('a response that ends within the flight shows no window', () => {
  assert.equal(flightOf(response([12])), null)
  const ended = response([12, 24]).map((each) =>
    each.response && each.atMs === 2 * RTT_MS + 1 + 11 * 0.5 ? { ...each, payloadBytes: 300 } : each,
  )
  assert.equal(flightOf(ended), null)
})

test('a short response before the long one, as a redirect, is passed over, and one of several packets is not', () => {
  const [hello, answer, asked, ...long] = response([20, 40])
  assert.ok(hello && answer && asked)
  const later = [asked, ...long].map((each) => ({ ...each, atMs: each.atMs + 2 * RTT_MS }))
  const short = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      packet(2 * RTT_MS + 1 + index, { payloadBytes: index === count - 1 ? 300 : FULL, response: true }),
    )
  assert.equal(flightOf([hello, answer, asked, ...short(2), ...later]), 20)
  assert.equal(flightOf([hello, answer, asked, ...short(6), ...later]), null)
})

test('what follows may answer a request that went up a whole round trip before', () => {
  const asked = packet(2 * RTT_MS, { up: true, request: true, payloadBytes: 90 })
  const early = { ...asked, atMs: 2 * RTT_MS + 1 }
  const late = { ...asked, atMs: 2 * RTT_MS + 5 }
  assert.equal(flightOf([...response([20, 40]), early]), null)
  assert.equal(flightOf([...response([20, 40]), late]), 20)
})

test('a link so slow that no gap follows, and a packet that was lost, show no window', () => {
  assert.equal(flightOf(response([40, 80], { gapMs: 2.6 })), null)
  const lost = response([20, 40]).map((each, index) =>
    index === 9 ? { ...each, retransmission: true } : each,
  )
  assert.equal(flightOf(lost), null)
})
