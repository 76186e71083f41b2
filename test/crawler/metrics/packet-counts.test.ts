import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesDown } from '../../../crawler/metrics/bytes-down.ts'
import { bytesUp } from '../../../crawler/metrics/bytes-up.ts'
import { handshakes } from '../../../crawler/metrics/handshakes.ts'
import { packets } from '../../../crawler/metrics/packets.ts'
import { retransmissions } from '../../../crawler/metrics/retransmissions.ts'
import { handshake, measure, packet, QUIC, TCP, trace } from './hand-made-trace.ts'

const given = trace(
  [
    ...handshake(0, 10, 0),
    packet(30, { payloadBytes: 1000, retransmission: true }),
    packet(31, { connection: 1, up: true, frameBytes: 1292 }),
    packet(32, { connection: 1, frameBytes: 1200, retransmission: true }),
    packet(33, { connection: 2, up: true, syn: true }),
    packet(34, { connection: 2, up: true, syn: true, retransmission: true }),
  ],
  { connections: [TCP, QUIC, TCP] },
)

test('packets and bytes are those of both directions, as captured', () => {
  assert.equal(measure(packets, given).value, 10)
  assert.equal(measure(bytesUp, given).value, 66 + 566 + 130 + 1292 + 66 + 66)
  assert.equal(measure(bytesDown, given).value, 66 + 966 + 1066 + 1200)
})

test('what was sent again is counted in both directions and for both transports, with the method of QUIC', () => {
  assert.equal(measure(retransmissions, given).value, 3)
  assert.match(measure(retransmissions, given).note ?? '', /^QUIC: /)
  assert.deepEqual(measure(retransmissions, trace(handshake(0, 10))), { value: 0, note: null })
})

test('what was sent again is null, not 0, where a QUIC connection could not be read', () => {
  const sealed = trace([packet(0, { up: true, retransmission: null })], { connections: [QUIC] })
  assert.deepEqual(measure(retransmissions, sealed), {
    value: null,
    note: 'the keys of a QUIC connection are missing',
  })
})

test('an attempt that nobody answered is no connection', () => {
  assert.equal(measure(handshakes, given).value, 2)
})

test('without a capture all are null; of a capture without packets they are 0', () => {
  for (const metric of [packets, bytesUp, bytesDown, handshakes, retransmissions]) {
    assert.deepEqual(measure(metric, null), { value: null, note: 'no complete capture of its packets' })
    assert.equal(measure(metric, trace([])).value, 0)
  }
})
