import { RECORD_HEADER_BYTES, readPcapHeader } from './pcap-header.ts'
import { FIELDS } from './tshark-fields.ts'

/** A frame shorter than any that a network carries: an Ethernet header alone has 14 bytes, an IP header 20. */
const MARKER_BYTES = 13

/** A program holds its output back until it has so much: the C library's buffer, or a block of the file's. */
const MOST_BUFFERED_BYTES = 8_192
/** A marker's line: time and length, and the separators of its empty fields. */
const LINE_BYTES = '1.000000000'.length + 1 + `${MARKER_BYTES}`.length + (FIELDS.length - 2) + 1

/**
 * Records that say "up to here" to whoever reads a stream of packets: zeros of a length that none has, of an early second
 * of 1970. So many that the first line about them is written out, behind which nothing more may come for long.
 * @param header of the pcap file
 * @param number of the marker, from 1: its second
 */
export function endMarker(header: Uint8Array, number: number): Uint8Array {
  const record = Buffer.alloc(RECORD_HEADER_BYTES + MARKER_BYTES)
  const { littleEndian } = readPcapHeader(header)
  // The record's header: time, its fraction, bytes kept, bytes that there were.
  for (const [offset, value] of [
    [0, number],
    [8, MARKER_BYTES],
    [12, MARKER_BYTES],
  ] as const)
    if (littleEndian) record.writeUInt32LE(value, offset)
    else record.writeUInt32BE(value, offset)
  return Buffer.alloc(record.length * Math.ceil(MOST_BUFFERED_BYTES / LINE_BYTES), record)
}

/** The number of the marker that a line of tshark's is about; null where it is about a packet. */
export function markerNumber(line: string): number | null {
  const found = MARKER_LINE.exec(line)
  return found === null ? null : Number(found[1])
}

const MARKER_LINE = new RegExp(`^(\\d+)\\.0{9}\\t${MARKER_BYTES}\\t`)
