/** Datagrams of a link's calibration: one line of JSON, padded to their size. */
export type EchoMessage =
  /** To be sent back as it is (`echo`), or only counted (`data`). */
  | { readonly kind: 'echo' | 'data'; readonly session: number; readonly sequence: number }
  /** Asks how much of a session has arrived; comes back with `received`. */
  | { readonly kind: 'count'; readonly session: number; readonly received?: Received }
  /** Asks for a burst of `data`. */
  | { readonly kind: 'burst'; readonly session: number; readonly burst: Burst }

/** What has arrived of a session; bytes are those of its IP packets. */
export interface Received {
  readonly packets: number
  readonly bytes: number
  /** Bytes of the first packet: it marks the beginning of `spanMs`, and was not carried in it. */
  readonly firstBytes: number
  /** From the first packet to the last. */
  readonly spanMs: number
}

export interface Burst {
  readonly packets: number
  /** UDP payload. */
  readonly sizeBytes: number
  readonly mbps: number
}

/** IPv4 and UDP headers of a datagram. */
export const HEADER_BYTES = 28

export function writeEcho(message: EchoMessage, sizeBytes = 0): Buffer {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  return sizeBytes <= line.length ? line : Buffer.concat([line, Buffer.alloc(sizeBytes - line.length)])
}

/** Null where it is not one of ours. */
export function readEcho(datagram: Buffer): EchoMessage | null {
  const end = datagram.indexOf('\n')
  if (end < 0 || datagram[0] !== '{'.charCodeAt(0)) return null
  return JSON.parse(datagram.toString('latin1', 0, end)) as EchoMessage
}

/** Counts packets as they arrive; a rate is that of what followed the first. */
export class Counter {
  #packets = 0
  #bytes = 0
  #firstBytes = 0
  #firstMs = 0
  #lastMs = 0

  add(sizeBytes: number, nowMs: number): void {
    if (this.#packets === 0) {
      this.#firstMs = nowMs
      this.#firstBytes = sizeBytes + HEADER_BYTES
    }
    this.#packets += 1
    this.#bytes += sizeBytes + HEADER_BYTES
    this.#lastMs = nowMs
  }

  get lastMs(): number {
    return this.#lastMs
  }

  get received(): Received {
    return {
      packets: this.#packets,
      bytes: this.#bytes,
      firstBytes: this.#firstBytes,
      spanMs: this.#lastMs - this.#firstMs,
    }
  }
}

/** Mbit/s of IP packets; null where fewer than two have arrived. */
export function mbpsOf({ bytes, firstBytes, spanMs }: Received): number | null {
  return spanMs > 0 ? ((bytes - firstBytes) * 8) / spanMs / 1000 : null
}
