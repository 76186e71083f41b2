import { H3Error } from './h3-error.ts'
import { encodeVarint, readVarint } from './varint.ts'

/** Frame types (RFC 9114, 7.2). */
export const FRAME = {
  data: 0x00,
  headers: 0x01,
  cancelPush: 0x03,
  settings: 0x04,
  pushPromise: 0x05,
  goaway: 0x07,
  maxPushId: 0x0d,
} as const

/** HTTP/2 types that HTTP/3 forbids: PRIORITY, PING, WINDOW_UPDATE, CONTINUATION (RFC 9114, 7.2.8). */
const FORBIDDEN: ReadonlySet<number> = new Set([0x02, 0x06, 0x08, 0x09])
const KNOWN: ReadonlySet<number> = new Set(Object.values(FRAME))

/** We have negotiated no extension, and grease is small. */
const UNKNOWN_MAX_BYTES = 64 * 1024

/**
 * True for a type that must be ignored: an extension, or grease (RFC 9114, 7.2.8 and 9). Throws H3Error where it says that it
 * is longer than anybody could mean: it would bring nothing but bytes.
 */
export function isUnknownFrame(type: number, lengthBytes: number): boolean {
  if (KNOWN.has(type) || FORBIDDEN.has(type)) return false
  if (lengthBytes > UNKNOWN_MAX_BYTES)
    throw new H3Error('H3_EXCESSIVE_LOAD', `frame 0x${type.toString(16)} of ${lengthBytes} bytes`)
  return true
}

export function encodeFrame(type: number, payload: Buffer): Buffer {
  return Buffer.concat([encodeVarint(type), encodeVarint(payload.length), payload])
}

/** Reads frames. Any method may throw: that ends the stream or the connection. */
export interface FrameSink {
  /** Asked at each frame header: have it whole (so much memory is taken at once), in pieces as they come, or not at all. */
  begin(type: number, lengthBytes: number): 'whole' | 'pieces' | 'skip'
  whole(type: number, payload: Buffer): void
  /** `bytes` belong to the caller: copy what is to be kept. */
  piece(bytes: Buffer): void
}

/** Cuts the bytes of one stream into frames; holds no more than one frame header or one `whole` frame. */
export class FrameReader {
  readonly #sink: FrameSink
  #header: Buffer = Buffer.alloc(0)
  #mode: 'header' | 'whole' | 'pieces' | 'skip' = 'header'
  #type = 0
  #left = 0
  /** All of a `whole` frame, as its reader has allowed this length. */
  #payload: Buffer = Buffer.alloc(0)

  constructor(sink: FrameSink) {
    this.#sink = sink
  }

  /** True between two frames: only there may a stream end (RFC 9114, 7.1). */
  get atBoundary(): boolean {
    return this.#mode === 'header' && this.#header.length === 0
  }

  /** `bytes` may be a buffer that is used again: what is kept is copied. */
  push(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0) {
      if (this.#mode === 'header') {
        rest = this.#readHeader(rest)
        continue
      }
      const part = rest.subarray(0, this.#left)
      rest = rest.subarray(part.length)
      this.#left -= part.length
      if (this.#mode === 'pieces') this.#sink.piece(part)
      else if (this.#mode === 'whole')
        this.#payload.set(part, this.#payload.length - this.#left - part.length)
      if (this.#left === 0) this.#endFrame()
    }
  }

  #readHeader(bytes: Buffer): Buffer {
    const all = this.#header.length === 0 ? bytes : Buffer.concat([this.#header, bytes])
    const type = readVarint(all, 0)
    const length = type === null ? null : readVarint(all, type.next)
    if (type === null || length === null) {
      this.#header = Buffer.from(all)
      return bytes.subarray(bytes.length)
    }
    this.#header = Buffer.alloc(0)
    this.#type = type.value
    this.#left = length.value
    this.#mode = this.#sink.begin(type.value, length.value)
    if (this.#mode === 'whole') this.#payload = Buffer.alloc(length.value)
    if (this.#left === 0) this.#endFrame()
    return all.subarray(length.next)
  }

  #endFrame(): void {
    const mode = this.#mode
    this.#mode = 'header'
    if (mode === 'whole') this.#sink.whole(this.#type, this.#payload)
  }
}
