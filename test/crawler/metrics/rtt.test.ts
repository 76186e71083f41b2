import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionRttMs,
  rttByServer,
  rttMaxMs,
  rttMedianMs,
  rttMinMs,
} from '../../../crawler/metrics/rtt.ts'
import { handshake, measure, packet, QUIC, TCP, trace } from './hand-made-trace.ts'

const far = { ...TCP, serverAddress: '2001:db8::1' }

test('a round trip of TCP is from the SYN to the SYN/ACK', () => {
  assert.equal(connectionRttMs(trace(handshake(1000, 37)), 0), 37)
})

test('a round trip of QUIC is from the first Initial to the server’s first packet', () => {
  const twoInitials = trace(
    [
      packet(5, { up: true }),
      packet(6, { up: true }),
      packet(30, {}),
      packet(31, {}),
      packet(32, { up: true }),
    ],
    { connections: [QUIC] },
  )
  assert.equal(connectionRttMs(twoInitials, 0), 25)
})

test('where the question was repeated it is null: which one was answered cannot be told', () => {
  const tcp = trace([
    packet(0, { up: true, syn: true }),
    packet(1000, { up: true, syn: true, retransmission: true }),
    packet(1040, { syn: true }),
  ])
  assert.equal(connectionRttMs(tcp, 0), null)
  for (const retransmission of [true, null]) {
    const quic = trace([packet(0, { up: true }), packet(300, { up: true, retransmission }), packet(340)], {
      connections: [QUIC],
    })
    assert.equal(connectionRttMs(quic, 0), null)
  }
})

test('a SYN that was answered twice gives the first answer', () => {
  const again = [...handshake(0, 40), packet(1040, { syn: true, retransmission: true })]
  assert.equal(connectionRttMs(trace(again), 0), 40)
})

test('servers have their own minimum, median and maximum; the page has those of all its connections', () => {
  const given = trace(
    [
      ...handshake(0, 10, 0),
      ...handshake(1, 14, 1),
      ...handshake(2, 100, 2),
      packet(3, { connection: 3, up: true, syn: true }),
    ],
    { connections: [TCP, TCP, far, { ...TCP, serverAddress: '192.0.2.9' }] },
  )
  assert.deepEqual(
    rttByServer(given),
    new Map([
      ['192.0.2.1', { minMs: 10, medianMs: 12, maxMs: 14, samples: 2 }],
      ['2001:db8::1', { minMs: 100, medianMs: 100, maxMs: 100, samples: 1 }],
    ]),
  )
  assert.deepEqual(
    [rttMinMs, rttMedianMs, rttMaxMs].map((metric) => measure(metric, given).value),
    [10, 14, 100],
  )
})

test('without an answer there is none', () => {
  const silent = trace([packet(0, { up: true, syn: true })])
  assert.deepEqual(measure(rttMinMs, silent), { value: null, note: 'no connection gave a round trip' })
  assert.equal(rttByServer(silent).size, 0)
  assert.deepEqual(measure(rttMinMs, null), { value: null, note: 'no complete capture of its packets' })
})
