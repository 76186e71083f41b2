import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectedRow } from '../../../../crawler/probe/packets/connection-marks.ts'
import { markQuic } from '../../../../crawler/probe/packets/dissect-quic.ts'
import { quicPacket, quicRow } from './quic-packet.ts'

/** A packet with a short header from the server, or the client. */
const packet = (
  number: number,
  frames: readonly [offset: number, bytes: number | null][],
  up = false,
  id = 0,
) =>
  quicPacket(
    number,
    frames.map(([offset, bytes]) => ({ id, offset, bytes })),
    up,
  )
const initial = (number: number, cryptos: readonly [offset: number, bytes: number][]) =>
  quicRow(true, {
    headerForms: [1],
    longTypes: [0],
    packetNumbers: [number],
    cryptos: cryptos.map(([offset, bytes]) => ({ offset, bytes })),
    decrypted: false,
  })
const lostBefore = (rows: readonly DirectedRow[]) =>
  markQuic(rows).packets.map(({ lostBefore = 0 }) => lostBefore)
const sentAgain = (rows: readonly DirectedRow[]) =>
  markQuic(rows).packets.map(({ retransmission }) => retransmission)

test('a packet is missing where its stream goes on behind its bytes, and what brings them later is not counted too', () => {
  // Packet 2 was lost; its bytes 1000 to 2000 come in packet 4.
  const rows = [packet(1, [[0, 1000]]), packet(3, [[2000, 1000]]), packet(4, [[1000, 1000]])]
  assert.deepEqual(lostBefore(rows), [0, 1, 0])
  assert.deepEqual(sentAgain(rows), [false, false, false])
})

test('a stream that is left out in its turn has lost a packet, although its bytes come in their order', () => {
  const ask = [0, 4, 8].map((id) => packet(id, [[0, 30]], true, id))
  const part = (number: number, id: number, offset: number) => packet(number, [[offset, 1000]], false, id)
  const first = [...ask, part(1, 0, 0), part(2, 4, 0), part(3, 8, 0), part(4, 0, 1000)]
  // Packet 5 was of stream 4, in the one case; in the other there was none.
  const lost = [...first, part(6, 8, 1000), part(7, 0, 2000), part(8, 4, 1000), part(9, 8, 2000)]
  assert.deepEqual(lostBefore(lost), [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
  const leftOut = [...first, part(6, 4, 1000), part(7, 8, 1000), part(8, 0, 2000), part(9, 4, 2000)]
  assert.deepEqual(lostBefore(leftOut), Array(11).fill(0))
})

test('several numbers in a row are losses, in whatever order the others arrive', () => {
  const rows = [packet(9, [[3000, 1000]]), packet(1, [[0, 1000]]), packet(5, [[1000, 1000]])]
  assert.deepEqual(lostBefore(rows), [3, 0, 3])
})

test('bytes that arrive a second time were sent again', () => {
  const rows = [packet(1, [[0, 1000]]), packet(2, [[1000, 1000]]), packet(3, [[0, 1000]])]
  assert.deepEqual(sentAgain(rows), [false, false, true])
})

test('packets that overtook each other on the way were not', () => {
  const rows = [packet(1, [[0, 1000]]), packet(3, [[2000, 1000]]), packet(2, [[1000, 1000]])]
  assert.deepEqual(sentAgain(rows), [false, false, false])
  assert.deepEqual(lostBefore(rows), [0, 0, 0])
})

test('a number that was left out is no loss', () => {
  const rows = [packet(1, [[0, 1000]]), packet(3, [[1000, null]]), packet(4, [[2000, 5]])]
  assert.deepEqual([sentAgain(rows), lostBefore(rows)], [Array(3).fill(false), [0, 0, 0]])
})

test('what the client sends twice was sent again, and is no second request', () => {
  const rows = [packet(1, [[0, 300]], true), packet(2, [[0, 300]], true), packet(3, [[0, 300]], true, 4)]
  assert.deepEqual(sentAgain(rows), [false, true, false])
  assert.deepEqual(
    markQuic(rows).packets.map(({ request }) => request),
    [true, false, true],
  )
})

test('a ClientHello in pieces, in any order over several Initials, is no repeat; the next copy is', () => {
  const first = initial(1, [
    [900, 100],
    [0, 300],
  ])
  const second = initial(2, [
    [300, 600],
    [1000, 400],
  ])
  const probe = initial(4, [[0, 300]])
  assert.deepEqual(sentAgain([first, second, probe]), [false, false, true])
})

test('what cannot be read is null, apart from the Initials, which anybody can read', () => {
  const sealed = quicRow(true, { decrypted: false })
  const { packets, readable } = markQuic([initial(1, [[0, 900]]), sealed])
  assert.deepEqual(readable, { total: 1200, read: 0 })
  assert.deepEqual(
    packets.map(({ retransmission }) => retransmission),
    [false, null],
  )
})

test('what the server sends counts as not read, although every packet of the client is', () => {
  const rows = [packet(1, [[0, 300]], true), packet(1, [[0, 900]]), quicRow(false, { decrypted: false })]
  assert.deepEqual(markQuic(rows).readable, { total: 3600, read: 2400 })
})

test('a connection on which the client sent nothing but its handshake needs no keys', () => {
  assert.deepEqual(markQuic([quicRow(false, { decrypted: false })]).readable, { total: 0, read: 0 })
})

test('responses are what the server sends on the client’s own streams, their end included, but no copy', () => {
  const rows = [
    packet(1, [[0, 30]], false, 3),
    packet(2, [[0, 1000]]),
    packet(3, [[1000, 0]]),
    packet(4, [[0, 1000]]),
    packet(5, [[0, 9]], false, 8),
  ]
  assert.deepEqual(
    markQuic(rows).packets.map(({ response }) => response),
    [false, true, true, false, true],
  )
})

test('the handshake that a Retry asks for again is no repeat; the next copy is', () => {
  const retry = quicRow(false, { headerForms: [1], longTypes: [3], decrypted: false })
  const rows = [initial(1, [[0, 900]]), retry, initial(2, [[0, 900]]), initial(3, [[0, 900]])]
  assert.deepEqual(sentAgain(rows), [false, false, false, true])
})
