import type { PcapRecord } from './pcap-stream.ts'

/** Far above what a load may receive (CRW-10); a slice that somebody forgot must not fill the memory. */
const MAX_SLICE_BYTES = 256_000_000

/** The packets of one stretch of time, until they are asked for as a file. */
export class CaptureSlice {
  readonly #fromMs: number
  #records: PcapRecord[] = []
  #bytes = 0
  /** Packets that were not kept because the slice was full. */
  refused = 0

  constructor(fromMs: number) {
    this.#fromMs = fromMs
  }

  /** A packet that was still on its way here when the slice began is not one of it. */
  add(record: PcapRecord): void {
    if (record.atMs < this.#fromMs) return
    if (this.#bytes + record.bytes.length > MAX_SLICE_BYTES) {
      this.refused += 1
      return
    }
    this.#bytes += record.bytes.length
    this.#records.push(record)
  }

  /** A pcap file of the packets up to `untilMs`, whose clock ticks in whole milliseconds. */
  file(header: Uint8Array, untilMs: number): Uint8Array {
    const included = this.#records.filter((record) => record.atMs < untilMs + 1)
    return Buffer.concat([header, ...included.map((record) => record.bytes)])
  }
}
