import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowsReadBack } from '../../../server/lab/window-read-back.ts'

const SERVER = '198.18.1.1'
const BROWSER = '198.18.0.1'
const DATAGRAM_BYTES = 1_452

const accepted = (client: string, initialWindowPackets: number) => ({
  ...{ client, congestionControl: 'cubic', initialWindowPackets, segmentBytes: 1_448 },
})
const quic = (packets: number) => ({
  initialWindowBytes: packets * DATAGRAM_BYTES,
  datagramBytes: DATAGRAM_BYTES,
})
const link = (served: object) => ({ backend: 'netem', served })

test('the window of TCP is that of connections from elsewhere, not of those that tried the server from its own address', () => {
  const facts = { addresses: [SERVER], quic: quic(3) }
  const served = link({ facts, accepted: [accepted(SERVER, 10), accepted(BROWSER, 3), accepted(BROWSER, 1)] })
  for (const arm of ['http', 'h1', 'h2', 'h3-altsvc'] as const)
    assert.deepEqual(windowsReadBack(served, arm), [1, 3], arm)
})

test('the window of QUIC is what its congestion control began with, and of an older server what it set', () => {
  const facts = { addresses: [SERVER], quic: quic(32) }
  const older = { facts, accepted: [accepted(BROWSER, 3)] }
  assert.deepEqual(windowsReadBack(link(older), 'h3'), [32])
  assert.deepEqual(windowsReadBack(link({ ...older, quicAccepted: [quic(16)] }), 'h3'), [16])
})

test('no window is known of a server that says nothing, of a protocol that was not spoken, and of recorded hosts', () => {
  assert.equal(windowsReadBack(null, 'h2'), null)
  assert.equal(windowsReadBack({ backend: 'netem' }, 'h2'), null)
  const silent = link({ facts: { addresses: [SERVER], quic: null }, accepted: [accepted(SERVER, 10)] })
  assert.equal(windowsReadBack(silent, 'h2'), null)
  assert.equal(windowsReadBack(silent, 'h3'), null)
  const spoken = link({ facts: null, accepted: [accepted(BROWSER, 10)] })
  assert.deepEqual(windowsReadBack(spoken, 'h1'), [10])
  assert.equal(windowsReadBack(spoken, 'recorded'), null)
})
