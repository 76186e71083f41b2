import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quicLongPacket } from '../../../../crawler/probe/packets/quic-long-packet.ts'

/** A long header: first byte, version, destination `abcd`, no source, then the rest. */
const packet = (first: number, rest: readonly number[], version = [0, 0, 0, 1]): Buffer =>
  Buffer.from([first, ...version, 2, 0xab, 0xcd, 0, ...rest])
const VERSION_2 = [0x6b, 0x33, 0x43, 0xcf]

for (const [what, bytes, expected] of [
  ['an Initial with a token', packet(0xc0, [1, 9, 2, 7, 7]), { type: 'initial', tokenBytes: 1, bytes: 14 }],
  ['a Handshake', packet(0xe0, [0x40, 2, 7, 7]), { type: 'handshake', tokenBytes: 0, bytes: 13 }],
  ['0-RTT', packet(0xd0, [1, 7]), { type: '0-rtt', tokenBytes: 0, bytes: 11 }],
  [
    'a Retry, to the end of its datagram',
    packet(0xf0, [1, 2, 3]),
    { type: 'retry', tokenBytes: 0, bytes: 12 },
  ],
  [
    'an Initial of version 2',
    packet(0xd0, [0, 1, 7], VERSION_2),
    { type: 'initial', tokenBytes: 0, bytes: 12 },
  ],
] as const)
  test(`${what} is read`, () => {
    assert.deepEqual(quicLongPacket(bytes), { destinationId: 'abcd', ...expected })
  })

for (const [what, bytes] of [
  ['a short header', Buffer.from([0x40, 1, 2, 3, 4, 5, 6, 7])],
  ['another version', packet(0xc0, [0, 1, 7], [0, 0, 0, 9])],
  ['Version Negotiation', packet(0xc0, [0, 1, 7], [0, 0, 0, 0])],
  ['a packet that is cut off', packet(0xc0, [0, 5, 7])],
  ['a length that is cut off', packet(0xe0, [0x40])],
] as const)
  test(`${what} is none`, () => {
    assert.equal(quicLongPacket(bytes), null)
  })
