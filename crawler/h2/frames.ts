import { H2Error } from './h2-error.ts'

/** Frame types (RFC 9113, 6). */
export const FRAME = {
  data: 0x0,
  headers: 0x1,
  priority: 0x2,
  rstStream: 0x3,
  settings: 0x4,
  pushPromise: 0x5,
  ping: 0x6,
  goaway: 0x7,
  windowUpdate: 0x8,
  continuation: 0x9,
} as const

export const FLAG = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const

/** A client's words before its first frame (RFC 9113, 3.4). */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** Largest payload that a peer may send by default (RFC 9113, 4.2). */
const MAX_FRAME_BYTES = 16_384
const HEAD_BYTES = 9

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly streamId: number
  readonly payload: Buffer
}

export function encodeFrame(type: number, flags: number, streamId: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + payload.length)
  frame.writeUIntBE(payload.length, 0, 3)
  frame[3] = type
  frame[4] = flags
  frame.writeUInt32BE(streamId, 5)
  frame.set(payload, HEAD_BYTES)
  return frame
}

/** Cuts the bytes of a connection into frames (RFC 9113, 4.1); holds no more than one of them. */
export class FrameReader {
  /** Parts of a frame that is not whole. */
  #parts: Buffer[] = []
  #heldBytes = 0
  /** Bytes without which nothing more can be read: of a frame's head, then of the whole frame. */
  #wantedBytes = HEAD_BYTES;

  /** The frames that are whole with these bytes. Throws H2Error at one that is too large. */
  *push(bytes: Buffer): Generator<Frame, void, undefined> {
    this.#parts.push(bytes)
    this.#heldBytes += bytes.length
    // Put together twice a frame at most, however small the pieces.
    if (this.#heldBytes < this.#wantedBytes) return
    const all = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts)
    let offset = 0
    for (;;) {
      this.#hold(all.subarray(offset), HEAD_BYTES)
      if (all.length < offset + HEAD_BYTES) return
      const lengthBytes = all.readUIntBE(offset, 3)
      if (lengthBytes > MAX_FRAME_BYTES)
        throw new H2Error('FRAME_SIZE_ERROR', `a frame of ${lengthBytes} bytes`)
      const begin = offset + HEAD_BYTES
      this.#wantedBytes = HEAD_BYTES + lengthBytes
      if (all.length < begin + lengthBytes) return
      offset = begin + lengthBytes
      yield {
        type: all.readUInt8(begin - 6),
        flags: all.readUInt8(begin - 5),
        // Its first bit is reserved.
        streamId: all.readUInt32BE(begin - 4) & 0x7fffffff,
        payload: all.subarray(begin, offset),
      }
    }
  }

  #hold(rest: Buffer, wantedBytes: number): void {
    this.#parts = rest.length === 0 ? [] : [rest]
    this.#heldBytes = rest.length
    this.#wantedBytes = wantedBytes
  }
}

/** The payload of DATA or HEADERS without padding (RFC 9113, 6.1). Throws H2Error. */
export function withoutPadding({ flags, payload }: Frame): Buffer {
  if ((flags & FLAG.padded) === 0) return payload
  const padBytes = payload[0]
  if (padBytes === undefined || padBytes >= payload.length)
    throw new H2Error('PROTOCOL_ERROR', 'more padding than frame')
  return payload.subarray(1, payload.length - padBytes)
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
