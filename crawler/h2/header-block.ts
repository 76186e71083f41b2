import { FLAG, type Frame, withoutPadding } from './frames.ts'
import { H2Error } from './h2-error.ts'

/** Bytes before the block in a HEADERS frame that has a priority: ignored (RFC 9113, 5.3.2). */
const PRIORITY_BYTES = 5
/** CONTINUATION frames of one block: 16 KiB each is usual, and empty ones would never come to an end. */
const MOST_CONTINUATIONS = 64

/** A header block that comes in a HEADERS frame and those after it (RFC 9113, 6.10). */
export class HeaderBlock {
  readonly streamId: number
  readonly endsStream: boolean
  #parts: Buffer[]
  #sizeBytes: number
  #isWhole: boolean

  constructor(frame: Frame) {
    const payload = withoutPadding(frame)
    const skipped = (frame.flags & FLAG.priority) === 0 ? 0 : PRIORITY_BYTES
    if (payload.length < skipped) throw new H2Error('FRAME_SIZE_ERROR', 'HEADERS is cut short')
    this.streamId = frame.streamId
    this.endsStream = (frame.flags & FLAG.endStream) !== 0
    this.#parts = [payload.subarray(skipped)]
    this.#sizeBytes = payload.length - skipped
    this.#isWhole = (frame.flags & FLAG.endHeaders) !== 0
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Bytes so far, compressed; infinitely many where they come in too many pieces. */
  get sizeBytes(): number {
    return this.#parts.length > MOST_CONTINUATIONS ? Infinity : this.#sizeBytes
  }

  get bytes(): Buffer {
    const [first, ...more] = this.#parts
    return first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts)
  }

  add({ flags, payload }: Frame): void {
    this.#parts.push(payload)
    this.#sizeBytes += payload.length
    this.#isWhole = (flags & FLAG.endHeaders) !== 0
  }
}
