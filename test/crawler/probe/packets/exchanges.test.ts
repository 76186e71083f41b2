import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectedRow } from '../../../../crawler/probe/packets/connection-marks.ts'
import { http2Exchanges } from '../../../../crawler/probe/packets/exchanges-http2.ts'
import { encoderBytes, quicExchanges } from '../../../../crawler/probe/packets/exchanges-quic.ts'
import {
  quicRequestHeaderBytes,
  tcpRequestHeaderBytes,
} from '../../../../crawler/probe/packets/request-heads.ts'
import type { TcpRow, UdpRow } from '../../../../crawler/probe/packets/tshark-row.ts'

const ENDS = { source: '192.0.2.1', destination: '192.0.2.2', sourcePort: 443, destinationPort: 443 }
const NO_HANDSHAKE = { keyShareGroups: [], certificateBytes: [], signatureSchemes: [] }
const COMMON = {
  ...ENDS,
  frameBytes: 1242,
  isCut: false,
  ipNumber: null,
  handshakes: [],
  alpn: [],
  ...NO_HANDSHAKE,
}

const quic = (atMs: number, up: boolean, udp: Partial<UdpRow>): DirectedRow => ({
  ...{ ...COMMON, atMs, up, tcp: null },
  udp: {
    ...{ stream: 0, payloadBytes: 1200, connection: 0, headerForms: [0], longTypes: [], packetNumbers: [1] },
    ...{ streams: [], cryptos: [], decrypted: true, acknowledged: [], ...udp },
  },
})
/** No dynamic table, `:method GET`, and `priority: u=1` as it is. */
const HEAD = `01110000d12701${Buffer.from('priority').toString('hex')}03${Buffer.from('u=1').toString('hex')}`

test('an HTTP/3 request has its priority, when the server had it, and the packets of its response', () => {
  const rows = [
    quic(0, true, {
      packetNumbers: [7],
      streams: [{ id: 0, offset: 0, bytes: HEAD.length / 2, head: HEAD }],
    }),
    quic(50, false, { acknowledged: [6] }),
    quic(51, false, { acknowledged: [7], streams: [{ id: 0, offset: 0, bytes: 100, head: '0103aabbcc' }] }),
    // Sent again, with ten bytes that are new.
    quic(52, false, { streams: [{ id: 0, offset: 50, bytes: 60 }] }),
  ]
  const { exchanges, parts } = quicExchanges(rows)
  assert.deepEqual(exchanges, [
    { requestedAtMs: 0, acknowledgedAtMs: 51, urgency: 1, incremental: false, headerBytes: 5 },
  ])
  assert.deepEqual(
    rows.map((row) => parts.get(row) ?? null),
    [null, null, [[0, 100]], [[0, 10]]],
  )
})

test('the server’s encoder stream is the one of that type, whose bytes count once', () => {
  const rows = [
    quic(0, false, { streams: [{ id: 3, offset: 0, bytes: 9, head: '000401' }] }),
    quic(0, false, { streams: [{ id: 7, offset: 0, bytes: 1, head: '02' }] }),
    quic(1, false, { streams: [{ id: 7, offset: 1, bytes: 40 }] }),
    quic(2, false, { streams: [{ id: 7, offset: 1, bytes: 40 }] }),
  ]
  assert.equal(encoderBytes(rows, 'server'), 40)
  assert.equal(encoderBytes(rows.slice(0, 2), 'server'), 0)
  assert.equal(encoderBytes([], 'server'), 0)
})

const tcp = (atMs: number, up: boolean, facts: Partial<TcpRow>): DirectedRow => ({
  ...{ ...COMMON, atMs, up, udp: null },
  tcp: {
    ...{
      stream: 0,
      syn: false,
      ack: true,
      fin: false,
      seq: 1,
      acknowledged: null,
      payloadBytes: 0,
      mss: null,
    },
    ...{ timestamp: null, contentTypes: [], opaqueTypes: [], recordBytes: [] },
    ...{
      http1Requests: 0,
      http1HeadBytes: 0,
      http1Responses: 0,
      http2Types: [],
      http2Streams: [],
      http2Bytes: [],
      http2Weights: [],
    },
    ...facts,
  },
})

test('an HTTP/2 request has its weight, when the server had it, and the packets in which its frames end', () => {
  const rows = [
    // SETTINGS, then two requests.
    tcp(0, true, {
      ...{ payloadBytes: 300, http2Types: [4, 1, 1], http2Streams: [0, 1, 3], http2Bytes: [18, 90, 60] },
      http2Weights: [255, 146],
    }),
    tcp(50, false, { acknowledged: 200 }),
    tcp(60, false, { acknowledged: 301, http2Types: [1, 0], http2Streams: [3, 3], http2Bytes: [20, 1000] }),
  ]
  const placed = http2Exchanges(rows)
  assert.deepEqual(placed?.exchanges, [
    { requestedAtMs: 0, acknowledgedAtMs: 60, urgency: 0, incremental: null, headerBytes: null },
    { requestedAtMs: 0, acknowledgedAtMs: 60, urgency: 109, incremental: null, headerBytes: 29 },
  ])
  const [, , answer] = rows
  assert.deepEqual(answer && placed?.parts.get(answer), [
    [1, 29],
    [1, 1009],
  ])
})

test('weights of which it is not known whose they are, and frames that are not told apart, say nothing', () => {
  const request = { http2Types: [1, 1], http2Streams: [1, 3], http2Bytes: [90, 60] }
  const [first] = http2Exchanges([tcp(0, true, { ...request, http2Weights: [255] })])?.exchanges ?? []
  assert.equal(first?.urgency, null)
  assert.equal(http2Exchanges([tcp(0, true, { ...request, http2Bytes: [90] })]), null)
  assert.equal(http2Exchanges([tcp(0, true, {})]), null)
})

test('header sections of requests are counted as they were sent, under each protocol', () => {
  const http2 = { http2Types: [4, 1, 9, 0], http2Streams: [0, 1, 1, 1], http2Bytes: [18, 90, 60, 500] }
  assert.equal(tcpRequestHeaderBytes([tcp(0, true, http2), tcp(1, false, http2)]), 9 + 90 + 9 + 60)
  assert.equal(tcpRequestHeaderBytes([tcp(0, true, { ...http2, http2Bytes: [18] })]), null)
  assert.equal(tcpRequestHeaderBytes([tcp(0, true, { http1Requests: 2, http1HeadBytes: 700 })]), 700)
  const request = { id: 0, offset: 0, bytes: HEAD.length / 2, head: HEAD }
  const encoder = [
    { id: 2, offset: 0, bytes: 1, head: '02' },
    { id: 2, offset: 1, bytes: 40 },
  ]
  // Sent again, it counts once.
  const http3 = [quic(0, true, { streams: [...encoder, request] }), quic(1, true, { streams: [request] })]
  assert.equal(quicRequestHeaderBytes(http3), HEAD.length / 2 + 40)
  assert.equal(quicRequestHeaderBytes([quic(0, true, { streams: [{ id: 4, offset: 0, bytes: 9 }] })]), null)
})
