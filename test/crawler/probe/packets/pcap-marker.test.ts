import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPcapHeader } from '../../../../crawler/probe/packets/pcap-header.ts'
import { endMarker, isEndMarker } from '../../../../crawler/probe/packets/pcap-marker.ts'

const header = (magic: string): Buffer => Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(20)])

for (const [magic, littleEndian, fractionsPerMs] of [
  ['d4c3b2a1', true, 1e3],
  ['a1b2c3d4', false, 1e3],
  ['4d3cb2a1', true, 1e6],
  ['a1b23c4d', false, 1e6],
] as const)
  test(`the magic number ${magic} gives byte order and fraction, and the marker follows it`, () => {
    assert.deepEqual(readPcapHeader(header(magic)), { littleEndian, fractionsPerMs })
    const marker = Buffer.from(endMarker(header(magic)))
    const read = (offset: number) =>
      littleEndian ? marker.readUInt32LE(offset) : marker.readUInt32BE(offset)
    assert.deepEqual([read(0), read(8), read(12), marker.length], [0, 13, 13, 29])
  })

test('another file is no pcap file', () => {
  assert.throws(() => readPcapHeader(Buffer.from('0a0d0d0a', 'hex')), /not a pcap file/)
  assert.throws(() => readPcapHeader(Buffer.alloc(2)), /not a pcap file/)
})

test('a line of the marker is recognised, a line of another packet is not', () => {
  assert.ok(isEndMarker('0.000000000\t13\t\t'))
  assert.ok(!isEndMarker('0.000000000\t130\t'))
  assert.ok(!isEndMarker('1.000000000\t13\t'))
})
