/** The header of a pcap file says so how its packets are framed. */
export interface PcapHeader {
  readonly littleEndian: boolean
  /** Ticks of a record's fraction of a second in a millisecond: of microseconds or of nanoseconds. */
  readonly fractionsPerMs: number
}

/** draft-ietf-opsawg-pcap, 4. */
export const FILE_HEADER_BYTES = 24
export const RECORD_HEADER_BYTES = 16
/** The magic number gives the byte order and the unit of the fraction. */
const MICROSECONDS = 0xa1b2c3d4
const NANOSECONDS = 0xa1b23c4d

/** @throws Error where the bytes do not begin a pcap file. */
export function readPcapHeader(bytes: Uint8Array): PcapHeader {
  const start = Buffer.from(bytes.subarray(0, 4))
  const magics = start.length < 4 ? [] : [start.readUInt32LE(0), start.readUInt32BE(0)]
  const order = magics.findIndex((magic) => magic === MICROSECONDS || magic === NANOSECONDS)
  if (order < 0) throw new Error(`not a pcap file: it begins with ${start.toString('hex')}`)
  return { littleEndian: order === 0, fractionsPerMs: magics[order] === NANOSECONDS ? 1e6 : 1e3 }
}
