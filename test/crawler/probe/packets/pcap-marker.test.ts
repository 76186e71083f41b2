import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPcapHeader } from '../../../../crawler/probe/packets/pcap-header.ts'
import { endMarker, markerNumber } from '../../../../crawler/probe/packets/pcap-marker.ts'
import { FIELDS } from '../../../../crawler/probe/packets/tshark-fields.ts'

const header = (magic: string): Buffer => Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(20)])

for (const [magic, littleEndian, fractionsPerMs] of [
  ['d4c3b2a1', true, 1e3],
  ['a1b2c3d4', false, 1e3],
  ['4d3cb2a1', true, 1e6],
  ['a1b23c4d', false, 1e6],
] as const)
  test(`the magic number ${magic} gives byte order and fraction, and the marker follows it`, () => {
    assert.deepEqual(readPcapHeader(header(magic)), { littleEndian, fractionsPerMs })
    const marker = Buffer.from(endMarker(header(magic), 7))
    const read = (offset: number) =>
      littleEndian ? marker.readUInt32LE(offset) : marker.readUInt32BE(offset)
    assert.deepEqual([read(0), read(8), read(12)], [7, 13, 13])
    assert.deepEqual(marker.subarray(29, 58), marker.subarray(0, 29))
  })

test('another file is no pcap file', () => {
  assert.throws(() => readPcapHeader(Buffer.from('0a0d0d0a', 'hex')), /not a pcap file/)
  assert.throws(() => readPcapHeader(Buffer.alloc(2)), /not a pcap file/)
})

test('lines about the marker fill the buffer of a program that writes into a pipe', () => {
  const records = endMarker(header('d4c3b2a1'), 1).length / 29
  assert.ok(records * `1.000000000\t13${'\t'.repeat(FIELDS.length - 2)}\n`.length >= 8_192)
})

test('a line of the marker has its number, a line of another packet has none', () => {
  assert.equal(markerNumber('7.000000000\t13\t\t'), 7)
  assert.equal(markerNumber('51.000000000\t13\t'), 51)
  assert.equal(markerNumber('7.000000000\t130\t'), null)
  assert.equal(markerNumber('7.000000001\t13\t'), null)
  assert.equal(markerNumber('1700000000.123456000\t13\t'), null)
})
