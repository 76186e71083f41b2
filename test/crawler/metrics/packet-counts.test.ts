import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesDown } from '../../../crawler/metrics/bytes-down.ts'
import { bytesUp } from '../../../crawler/metrics/bytes-up.ts'
import { decryptedShare } from '../../../crawler/metrics/decrypted-share.ts'
import { handshakes } from '../../../crawler/metrics/handshakes.ts'
import type { Metric } from '../../../crawler/metrics/metric.ts'
import { packets } from '../../../crawler/metrics/packets.ts'
import { retransmissions } from '../../../crawler/metrics/retransmissions.ts'
import type { ConnectionRecord } from '../../../model/artifacts.ts'
import { handshake, measure, packet, QUIC, TCP, trace } from './hand-made-trace.ts'

const given = trace(
  [
    ...handshake(0, 10, 0),
    packet(30, { payloadBytes: 1000, retransmission: true }),
    packet(31, { connection: 1, up: true, frameBytes: 1292 }),
    packet(32, { connection: 1, frameBytes: 1200, retransmission: true, lostBefore: 4 }),
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
  assert.equal(measure(retransmissions, given).value, 7)
  assert.match(measure(retransmissions, given).note ?? '', /^QUIC: /)
  assert.deepEqual(measure(retransmissions, trace(handshake(0, 10))), { value: 0, note: null })
})

test('where segments may have been overtaken, or a trace is older, how many were sent again is not known', () => {
  const doubtful = trace([...handshake(0, 10), packet(30, { payloadBytes: 1000, retransmission: null })])
  assert.equal(measure(retransmissions, doubtful).value, null)
  const { countsLosses: _, ...older } = given
  assert.equal(measure(retransmissions, older).value, null)
  assert.match(measure(retransmissions, older).note ?? '', /too few packets under loss/)
})

test('of a trace that was not read whole, or lost packets, all are null and say why', () => {
  const sealed = { ...given, decrypted: false, readableShare: 0.97 }
  const note = '3.0 % of the bytes could not be read: no keys, or not captured whole'
  for (const metric of [packets, bytesUp, bytesDown, handshakes, retransmissions]) {
    assert.deepEqual(measure(metric, sealed), { value: null, note })
    assert.deepEqual(measure(metric, { ...given, captureDrops: 3 }), {
      value: null,
      note: 'the capture lost 3 packets',
    })
  }
  assert.equal(measure(decryptedShare, sealed).value, 0.97)
})

test('where none of a load’s packets was captured all are null; a page from the cache took none', () => {
  const connection = {
    ...{ id: '1', protocol: 'h3', remoteAddress: null, remotePort: null, hosts: ['site.test'] },
    ...{ requests: 1, connectMs: null, sslMs: null },
  }
  const of = (metric: Metric, connections: readonly ConnectionRecord[]) =>
    metric.compute({ timings: null, har: null, connections, packets: trace([], { connections: [] }) })
  for (const metric of [packets, bytesUp, bytesDown, handshakes]) {
    assert.deepEqual(of(metric, [connection]), { value: null, note: 'none of its packets was captured' })
    assert.deepEqual(of(metric, []), { value: 0, note: null })
  }
})

test('of a trace from before it was measured how much was read all are null', () => {
  const { readableShare: _, ...older } = given
  assert.equal(measure(decryptedShare, older).value, null)
  for (const metric of [packets, bytesUp, bytesDown, handshakes, retransmissions])
    assert.deepEqual(measure(metric, older), {
      value: null,
      note: 'the trace is of a version that did not say what was read',
    })
  assert.equal(measure(decryptedShare, { ...given, readableShare: null }).note, 'no connection carried data')
  assert.equal(measure(decryptedShare, { ...given, readableShare: 1 }).value, 1)
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
