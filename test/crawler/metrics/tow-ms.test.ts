import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupMs } from '../../../crawler/metrics/setup-ms.ts'
import { towMs } from '../../../crawler/metrics/tow-ms.ts'
import { towSetupMs } from '../../../crawler/metrics/tow-setup-ms.ts'
import { handshake, measure, packet, TCP, trace } from './hand-made-trace.ts'

const request = { up: true, request: true, payloadBytes: 400 }
const response = { response: true, payloadBytes: 1448 }
/** An idle connection, then one that carries both requests; the second response ends after the first. */
const twoConnections = trace(
  [
    ...handshake(0, 20, 1),
    ...handshake(300, 20, 0),
    packet(400, request),
    packet(425, response),
    packet(430, { ...request, connection: 1 }),
    packet(455, { ...response, connection: 1 }),
    packet(470, response),
    packet(471, { up: true, ackedBytes: 5000 }),
    packet(480, { payloadBytes: 30 }),
  ],
  { connections: [TCP, TCP] },
)

test('Time on Wire is from the first request to the last response data, over all connections', () => {
  assert.deepEqual(measure(towMs, twoConnections), { value: 470 - 400, note: null })
})

test('set-up is that of the connection with the first request, not that of the first connection', () => {
  const late = { ...twoConnections, packets: twoConnections.packets.filter(({ atMs }) => atMs !== 300) }
  assert.deepEqual(measure(setupMs, twoConnections), { value: 41, note: null })
  assert.deepEqual(measure(setupMs, late), { value: 341 - 320, note: null })
})

test('the idle time between set-up and request is in neither part of their sum', () => {
  assert.deepEqual(measure(towSetupMs, twoConnections), { value: 70 + 41, note: null })
})

test('packets that were sent again, and carry nothing new, change nothing', () => {
  const again = trace([
    ...handshake(0, 20),
    packet(50, request),
    packet(250, { up: true, payloadBytes: 400, retransmission: true }),
    packet(270, response),
    packet(300, { payloadBytes: 1448, retransmission: true }),
  ])
  assert.equal(measure(towMs, again).value, 220)
})

test('a Finished that was sent again ends the set-up with its first copy', () => {
  const again = trace([...handshake(0, 20), packet(241, { up: true, finished: true }), packet(242, request)])
  assert.equal(measure(setupMs, again).value, 41)
})

test('cleartext set-up ends with the ACK of the SYN/ACK, and says so', () => {
  const cleartext = trace([
    packet(0, { up: true, syn: true }),
    packet(20, { syn: true, ackedBytes: 0 }),
    packet(20.5, { up: true, ackedBytes: 0 }),
    packet(21, { ...request, ackedBytes: 0 }),
    packet(45, response),
  ])
  assert.deepEqual(measure(setupMs, cleartext), {
    value: 20.5,
    note: 'cleartext: to the client’s ACK of the SYN/ACK',
  })
  assert.equal(measure(towSetupMs, cleartext).value, 24 + 20.5)
})

test('they are null with the reason where there is nothing to measure', () => {
  const noRequest = trace(handshake(0, 20))
  const noResponse = trace([...handshake(0, 20), packet(50, request)])
  const noKeys = trace([...handshake(0, 20), packet(50, request), packet(70, response)], {
    decrypted: false,
    readableShare: 0.4,
  })
  for (const [given, reason] of [
    [null, 'no complete capture of its packets'],
    [trace([]), 'no request was captured'],
    [noRequest, 'no request was captured'],
    [noResponse, 'no response was captured'],
    [noKeys, '60 % of the bytes could not be read: no keys, or not captured whole'],
  ] as const) {
    assert.deepEqual(measure(towMs, given), { value: null, note: reason })
    assert.deepEqual(measure(towSetupMs, given), { value: null, note: reason })
  }
  assert.equal(measure(setupMs, noKeys).value, null)
  assert.equal(measure(setupMs, noResponse).value, 41)
})

test('where it is not known whether the capture lost packets, that stands beside the value', () => {
  const note = 'whether the capture lost packets is not known'
  assert.deepEqual(measure(towMs, { ...twoConnections, captureDrops: null }), { value: 70, note })
})
