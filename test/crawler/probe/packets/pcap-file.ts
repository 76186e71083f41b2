import { RECORD_HEADER_BYTES } from '../../../../crawler/probe/packets/pcap-header.ts'
import { PcapStream } from '../../../../crawler/probe/packets/pcap-stream.ts'

const MICROSECONDS = 0xa1b2c3d4
const ETHERNET = 1

/** A little-endian pcap file of Ethernet frames. */
export function pcapFile(records: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(MICROSECONDS, 0)
  header.writeUInt16LE(2, 4)
  header.writeUInt16LE(4, 6)
  header.writeUInt32LE(262_144, 16)
  header.writeUInt32LE(ETHERNET, 20)
  return Buffer.concat([header, ...records])
}

export function pcapRecord(seconds: number, microseconds: number, packet: Uint8Array): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt32LE(seconds, 0)
  header.writeUInt32LE(microseconds, 4)
  header.writeUInt32LE(packet.length, 8)
  header.writeUInt32LE(packet.length, 12)
  return Buffer.concat([header, packet])
}

/** The same packets in another order, each at the moment that the capture had a packet in its place. */
export function reorder(pcap: Uint8Array, change: (packets: Uint8Array[]) => Uint8Array[]): Buffer {
  const stream = new PcapStream()
  const records = stream.push(Buffer.from(pcap)).map(({ bytes }) => Buffer.from(bytes))
  const changed = change(records.map((record) => record.subarray(8)))
  const moments = records.map((record) => record.subarray(0, 8))
  const last = moments.at(-1) ?? Buffer.alloc(8)
  return Buffer.concat([
    stream.header ?? Buffer.alloc(0),
    ...changed.map((packet, index) => Buffer.concat([moments[index] ?? last, packet])),
  ])
}

/** The same packets as a capture with that snap length has them. */
export function cutShort(pcap: Uint8Array, snapBytes: number): Buffer {
  const stream = new PcapStream()
  const records = stream.push(Buffer.from(pcap)).map(({ bytes }) => {
    const record = Buffer.from(bytes.subarray(0, RECORD_HEADER_BYTES + snapBytes))
    record.writeUInt32LE(record.length - RECORD_HEADER_BYTES, 8)
    return record
  })
  return Buffer.concat([stream.header ?? Buffer.alloc(0), ...records])
}
