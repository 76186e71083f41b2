import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric } from '../../../crawler/metrics/metric.ts'
import { COMPUTED_METRICS } from '../../../crawler/metrics/registry.ts'
import type { MetricName } from '../../../model/metrics.ts'
import type { PacketTrace, TracedPacket } from '../../../model/packet-trace.ts'
import { handshake, measure, packet, QUIC, TCP, trace } from './hand-made-trace.ts'

const RTT_MS = 100
const FULL = 1_200

const metric = (name: MetricName): Metric =>
  COMPUTED_METRICS.find((one) => one.name === name) ?? assert.fail(name)
const found = (name: MetricName, packets: PacketTrace) => measure(metric(name), packets).value

/** QUIC: a handshake of one round trip, then a response in flights of so many packets, 0.5 ms apart. */
function quic(flights: readonly number[], { certificateBytes = 1_200 } = {}): PacketTrace {
  const packets: TracedPacket[] = [
    packet(0, { up: true, payloadBytes: FULL }),
    packet(RTT_MS, { payloadBytes: FULL }),
    packet(RTT_MS + 0.1, { payloadBytes: certificateBytes }),
    packet(RTT_MS + 1, { up: true, payloadBytes: 80, finished: true }),
    packet(RTT_MS + 1, { up: true, request: true, payloadBytes: 90 }),
  ]
  flights.forEach((count, flight) => {
    for (let index = 0; index < count; index++) {
      const atMs = (flight + 2) * RTT_MS + 1 + index * 0.5
      packets.push(packet(atMs, { payloadBytes: FULL, response: true }))
      if (index % 2 === 1) packets.push(packet(atMs, { up: true, payloadBytes: 30, ack: true }))
    }
  })
  const connections = [{ ...QUIC, serverEncoderBytes: 0 }]
  return trace(
    packets.toSorted((one, other) => one.atMs - other.atMs),
    { connections },
  )
}

test('the first flight is counted in packets and bytes, with its growth and its spread', () => {
  const load = quic([10, 20, 5])
  assert.equal(found('first_flight_packets', load), 10)
  assert.equal(found('first_flight_bytes', load), 10 * FULL)
  assert.equal(found('first_flight_growth', load), 2)
  assert.equal(found('first_flight_spread', load), 0.045)
  assert.equal(found('first_flight_burst_share', load), 0.3)
})

test('growth is unknown where the response ends with the second flight', () => {
  assert.equal(found('first_flight_growth', quic([10, 20])), null)
})

test('packets of data are counted by the client’s acknowledgements', () => {
  assert.equal(found('packets_per_ack', quic([10, 20])), 2)
  const tcp = trace([
    ...handshake(0, RTT_MS),
    packet(300, { response: true, payloadBytes: 2 * 1448 }),
    packet(300, { up: true, ackedBytes: 2 * 1448 + 900 }),
  ])
  // Two acknowledgements carry nothing else: of the handshake’s flight none.
  assert.equal(found('packets_per_ack', tcp), 2)
})

test('the amplification of a handshake is what came by itself, by what the client had sent', () => {
  const load = quic([2], { certificateBytes: 1_800 })
  assert.equal(found('handshake_amplification', load), 2.5)
})

test('of TCP there is no amplification, and no size of datagrams', () => {
  const request = packet(202, { up: true, request: true, payloadBytes: 90 })
  const load = trace([...handshake(0, RTT_MS), request], { connections: [TCP] })
  assert.equal(found('handshake_amplification', load), null)
  assert.equal(found('datagram_bytes_largest', load), null)
  assert.equal(found('qpack_table_bytes', load), null)
})

test('datagrams are as large as the largest, and as most', () => {
  const [first, ...others] = quic([3]).packets
  const longer = others.map((one, index) =>
    index === others.length - 2 ? { ...one, payloadBytes: 1_452 } : one,
  )
  const load = trace([first ?? assert.fail(), ...longer], { connections: [QUIC] })
  const down = load.packets.filter(({ response }) => response).map(({ payloadBytes }) => payloadBytes)
  assert.equal(found('datagram_bytes_largest', load), Math.max(...down))
  assert.equal(found('datagram_bytes_mode', load), FULL)
})
