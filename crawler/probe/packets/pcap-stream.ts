import { FILE_HEADER_BYTES, RECORD_HEADER_BYTES, readPcapHeader } from './pcap-header.ts'

/** A packet as a pcap file holds it: its record header and its bytes. */
export interface PcapRecord {
  /** Milliseconds since 1970. */
  readonly atMs: number
  /** Record header and packet, as they stand in the file. */
  readonly bytes: Uint8Array
}

/** libpcap's own bound on a packet (MAXIMUM_SNAPLEN for most link types); more is a stream out of step. */
const MAX_PACKET_BYTES = 262_144

/** Cuts a pcap file that arrives in chunks into its packets. Knows the framing only, nothing of what is in a packet. */
export class PcapStream {
  #pending: Buffer[] = []
  #pendingBytes = 0
  #needBytes = FILE_HEADER_BYTES
  #header: Buffer | null = null
  #littleEndian = true
  #fractionsPerMs = 1e3

  /** The file's header; null before it has arrived whole. */
  get header(): Uint8Array | null {
    return this.#header
  }

  /**
   * Takes a chunk; returns the packets that it completes.
   * @throws Error where the bytes are not a pcap file.
   */
  push(chunk: Buffer): PcapRecord[] {
    this.#pending.push(chunk)
    this.#pendingBytes += chunk.length
    if (this.#pendingBytes < this.#needBytes) return []
    const bytes = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending)
    const records: PcapRecord[] = []
    let offset = this.#readHeader(bytes)
    for (;;) {
      const left = bytes.length - offset
      this.#needBytes = RECORD_HEADER_BYTES
      if (left >= RECORD_HEADER_BYTES) this.#needBytes += this.#packetBytes(bytes, offset)
      if (left < this.#needBytes) break
      const record = bytes.subarray(offset, offset + this.#needBytes)
      records.push({
        atMs: this.#readUInt32(record, 0) * 1e3 + this.#readUInt32(record, 4) / this.#fractionsPerMs,
        bytes: record,
      })
      offset += this.#needBytes
    }
    this.#pending = offset < bytes.length ? [bytes.subarray(offset)] : []
    this.#pendingBytes = bytes.length - offset
    return records
  }

  #readHeader(bytes: Buffer): number {
    if (this.#header) return 0
    this.#header = bytes.subarray(0, FILE_HEADER_BYTES)
    const { littleEndian, fractionsPerMs } = readPcapHeader(bytes)
    this.#littleEndian = littleEndian
    this.#fractionsPerMs = fractionsPerMs
    return FILE_HEADER_BYTES
  }

  #packetBytes(bytes: Buffer, offset: number): number {
    const size = this.#readUInt32(bytes, offset + 8)
    if (size > MAX_PACKET_BYTES) throw new Error(`pcap stream out of step: a packet of ${size} bytes`)
    return size
  }

  #readUInt32(bytes: Buffer, offset: number): number {
    return this.#littleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset)
  }
}
