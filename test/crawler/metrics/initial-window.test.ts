import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialWindow } from '../../../crawler/metrics/initial-window.ts'
import type { TracedPacket } from '../../../model/packet-trace.ts'
import { measure, packet, QUIC, TCP, trace } from './hand-made-trace.ts'

const RTT_MS = 100
const FULL = TCP.segmentBytes ?? 0

/**
 * A cleartext GET over a path of 100 ms: the answer comes in rounds of segments, `gapMs` apart within a round. Every
 * segment is acknowledged as it comes.
 */
function download(rounds: readonly (readonly number[])[], gapMs = 0.1): TracedPacket[] {
  const packets = [
    packet(0, { up: true, syn: true }),
    packet(RTT_MS, { syn: true, ackedBytes: 0 }),
    packet(RTT_MS, { up: true, ackedBytes: 0 }),
    packet(RTT_MS + 1, { up: true, request: true, payloadBytes: 400, ackedBytes: 0 }),
  ]
  let acked = 0
  rounds.forEach((sizes, round) => {
    sizes.forEach((payloadBytes, index) => {
      const atMs = (round + 2) * RTT_MS + 1 + index * gapMs
      acked += payloadBytes
      packets.push(packet(atMs, { payloadBytes, response: true }))
      packets.push(packet(atMs + 0.02, { up: true, ackedBytes: acked }))
    })
  })
  return packets
}
const segments = (count: number, bytes = FULL) => Array<number>(count).fill(bytes)
const measured = (packets: TracedPacket[]) => measure(initialWindow, trace(packets))

for (const window of [3, 10, 16])
  test(`a window of ${window} segments is counted`, () => {
    const found = measured(download([segments(window), segments(2 * window), [400]]))
    assert.equal(found.value, window)
    assert.match(
      found.note ?? '',
      /^segments until 0\.5 round trips \(100\.0 ms each\) after the first data ACK$/,
    )
  })

test('segments that offload has joined are counted as what was sent', () => {
  assert.equal(measured(download([[4 * FULL, 6 * FULL], segments(20)])).value, 10)
})

test('a first flight that is shorter than a window is no window', () => {
  // The body ends within it.
  assert.deepEqual(measured(download([[...segments(4), 700]])), {
    value: null,
    note: 'the first flight (5 segments) was shorter than a window',
  })
  // The server had no more to send until it was asked for more, as in a TLS handshake.
  const asked = download([segments(2), segments(10)])
  const finished = packet(2 * RTT_MS + 2, { up: true, payloadBytes: 64, ackedBytes: 2 * FULL })
  const ordered = [...asked, finished].toSorted((one, other) => one.atMs - other.atMs)
  assert.equal(measured(ordered).value, null)
})

test('a flight that is still arriving when its answers could come is no window', () => {
  // Ten segments of 64 kbit/s take 1.8 s.
  const slow = measured(download([segments(10)], 180))
  assert.equal(slow.value, null)
  assert.match(slow.note ?? '', /too slow/)
})

test('of a single segment it cannot be told what kept the second back', () => {
  assert.equal(measured(download([segments(1), segments(1)])).value, null)
  assert.equal(measured(download([segments(1), segments(2)])).value, 1)
})

test('a flight that lost a segment is no window', () => {
  const packets = download([segments(9), segments(18)])
  const hole = packet(3 * RTT_MS + 1, { payloadBytes: FULL, retransmission: true })
  const ordered = [...packets, hole].toSorted((one, other) => one.atMs - other.atMs)
  assert.deepEqual(measured(ordered), { value: null, note: 'a segment was lost' })
})

test('QUIC shows none, and says why', () => {
  const quic = trace([packet(0, { up: true, request: true })], { connections: [QUIC] })
  assert.match(measure(initialWindow, quic).note ?? '', /RFC 9000, 8\.1/)
  assert.equal(measure(initialWindow, quic).value, null)
})

test('without a request, a round trip or an ACK it is null with the reason', () => {
  const [syn, synAck, ack, request] = download([])
  assert.ok(syn && synAck && ack && request)
  for (const [given, note] of [
    [[syn, synAck, ack], 'no request was captured'],
    [[syn, request], 'the round trip is not known'],
    [[syn, synAck, ack, request], 'the client acknowledged no data'],
  ] as const)
    assert.deepEqual(measured([...given]), { value: null, note })
})
