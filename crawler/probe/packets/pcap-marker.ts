import { RECORD_HEADER_BYTES, readPcapHeader } from './pcap-header.ts'

/** A frame shorter than any that a network carries: an Ethernet header alone has 14 bytes, an IP header 20. */
const MARKER_BYTES = 13

/**
 * A record that says "up to here" to whoever reads a stream of packets: zeros of a length that none has, of the first
 * moment of 1970.
 * @param header of the pcap file
 */
export function endMarker(header: Uint8Array): Uint8Array {
  const record = Buffer.alloc(RECORD_HEADER_BYTES + MARKER_BYTES)
  const { littleEndian } = readPcapHeader(header)
  // The record's header: time, its fraction, bytes kept, bytes that there were.
  for (const offset of [8, 12])
    if (littleEndian) record.writeUInt32LE(MARKER_BYTES, offset)
    else record.writeUInt32BE(MARKER_BYTES, offset)
  return record
}

/** Whether a line of tshark's, its first two fields time and length of the frame, is about the marker. */
export function isEndMarker(line: string): boolean {
  return line.startsWith(`0.000000000\t${MARKER_BYTES}\t`)
}
