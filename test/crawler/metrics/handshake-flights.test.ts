import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handshakeFlights } from '../../../crawler/metrics/handshake-flights.ts'
import type { TracedPacket } from '../../../model/packet-trace.ts'
import { handshake, packet, QUIC, trace } from './hand-made-trace.ts'

const RTT_MS = 100
const FULL_BYTES = 1_448

/** A handshake over TCP whose server sends so many full segments in each of its flights. */
function overTcp(flights: readonly number[]): TracedPacket[] {
  const endMs = (flights.length + 1) * RTT_MS
  return [
    packet(0, { up: true, syn: true }),
    packet(RTT_MS, { syn: true, ackedBytes: 0 }),
    packet(RTT_MS, { up: true, payloadBytes: 1_448 }),
    packet(RTT_MS + 0.1, { up: true, payloadBytes: 400 }),
    ...flights.flatMap((segments, flight) =>
      Array.from({ length: segments }, (_, segment) =>
        packet((flight + 2) * RTT_MS + segment, { payloadBytes: FULL_BYTES }),
      ),
    ),
    packet(endMs + 40, { up: true, payloadBytes: 64, finished: true }),
  ]
}

test('a handshake of TCP and TLS takes two round trips, with the bytes of both first flights', () => {
  assert.deepEqual(handshakeFlights(trace(handshake(0, RTT_MS)), 0), {
    clientFirstBytes: 500,
    serverFirstBytes: 900,
    serverBytes: 900,
    roundTrips: 2,
    packetBytes: 900,
  })
})

test('a server that waits for acknowledgements takes a round trip more', () => {
  assert.deepEqual(handshakeFlights(trace(overTcp([10, 2])), 0), {
    clientFirstBytes: 1_848,
    serverFirstBytes: 10 * FULL_BYTES,
    serverBytes: 12 * FULL_BYTES,
    roundTrips: 3,
    packetBytes: FULL_BYTES,
  })
})

test('over QUIC the first packets carry the handshake already', () => {
  const packets = [
    packet(0, { up: true, payloadBytes: 1_250 }),
    packet(0.1, { up: true, payloadBytes: 1_250 }),
    ...[0, 1, 2, 3, 4].map((n) => packet(RTT_MS + n, { payloadBytes: 1_452 })),
    packet(RTT_MS + 5, { up: true, payloadBytes: 60 }),
    packet(2 * RTT_MS, { payloadBytes: 1_452 }),
    packet(2 * RTT_MS + 1, { up: true, payloadBytes: 100, finished: true }),
  ]
  assert.deepEqual(handshakeFlights(trace(packets, { connections: [QUIC] }), 0), {
    clientFirstBytes: 2_500,
    serverFirstBytes: 5 * 1_452,
    serverBytes: 6 * 1_452,
    roundTrips: 2,
    packetBytes: 1_452,
  })
})

test('where a packet was lost, no Finished was captured or the round trip is unknown it says so', () => {
  const packets = handshake(0, RTT_MS)
  const changed = (index: number, facts: Partial<TracedPacket>): TracedPacket[] =>
    packets.map((each, at) => (at === index ? { ...each, ...facts } : each))
  assert.equal(handshakeFlights(trace(changed(3, { retransmission: true })), 0), 'a packet was lost')
  assert.match(String(handshakeFlights(trace(changed(4, { finished: false })), 0)), /no handshake of TLS/)
  const again = [packets[0] as TracedPacket, ...packets]
  assert.equal(handshakeFlights(trace(again), 0), 'the round trip is not known')
})
