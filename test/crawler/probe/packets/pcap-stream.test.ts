import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PcapStream } from '../../../../crawler/probe/packets/pcap-stream.ts'
import { pcapFile, pcapRecord } from './pcap-file.ts'

test('however the file is cut, its packets come out whole, with their moments', () => {
  const packets = [Buffer.from('first'), Buffer.alloc(0), Buffer.alloc(70_000, 7), Buffer.from('last')]
  const records = packets.map((bytes, index) => pcapRecord(1_700_000_000, 250 * index, bytes))
  const file = pcapFile(records)
  fc.assert(
    fc.property(fc.array(fc.nat(file.length), { maxLength: 20 }), (cuts) => {
      const stream = new PcapStream()
      const at = [0, ...cuts.toSorted((one, other) => one - other), file.length]
      const found = at.slice(1).flatMap((end, index) => stream.push(file.subarray(at[index], end)))
      assert.deepEqual(
        found.map(({ bytes }) => Buffer.from(bytes)),
        records,
      )
      assert.deepEqual(
        found.map(({ atMs }) => atMs),
        [0, 0.25, 0.5, 0.75].map((ms) => 1_700_000_000_000 + ms),
      )
      assert.deepEqual(stream.header, file.subarray(0, 24))
    }),
    { numRuns: 300 },
  )
})

test('big-endian files and nanoseconds are understood', () => {
  const file = Buffer.alloc(24 + 16 + 1)
  file.writeUInt32BE(0xa1b23c4d, 0)
  file.writeUInt32BE(1_700_000_000, 24)
  file.writeUInt32BE(1_500_000, 28)
  file.writeUInt32BE(1, 32)
  const [record] = new PcapStream().push(file)
  assert.equal(record?.atMs, 1_700_000_000_001.5)
})

test('what is no pcap file, or runs out of step, is refused', () => {
  assert.throws(
    () => new PcapStream().push(Buffer.alloc(24, 'x')),
    /not a pcap file: it begins with 78787878/,
  )
  const stream = new PcapStream()
  const broken = pcapRecord(0, 0, Buffer.alloc(0))
  broken.writeUInt32LE(2 ** 31, 8)
  assert.throws(() => stream.push(pcapFile([broken])), /out of step: a packet of 2147483648 bytes/)
})
