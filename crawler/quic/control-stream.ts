import { FRAME, FrameReader, type FrameSink, isUnknownFrame } from './frames.ts'
import { H3Error } from './h3-error.ts'
import { decodeSettings } from './settings.ts'
import { readVarint } from './varint.ts'

/** RFC 9114 sets no limit; real SETTINGS have some 30 bytes. */
const SETTINGS_MAX_BYTES = 4096
const GOAWAY_MAX_BYTES = 8

/** The peer's control stream (RFC 9114, 6.2.1): SETTINGS first, then maybe GOAWAY. Breaches are thrown as H3Error. */
export class ControlStream implements FrameSink {
  settings: Readonly<Record<string, number>> | null = null
  /** First request stream that the peer will not answer; null until it says GOAWAY. */
  goawayId: number | null = null
  readonly #frames = new FrameReader(this)
  readonly #maxFrames: number
  #count = 0

  constructor(maxFrames: number) {
    this.#maxFrames = maxFrames
  }

  push(bytes: Buffer): void {
    this.#frames.push(bytes)
  }

  begin(type: number, lengthBytes: number): 'whole' | 'skip' {
    this.#count += 1
    if (this.#count > this.#maxFrames) throw new H3Error('H3_EXCESSIVE_LOAD', 'too many control frames')
    if (this.#count === 1 && type !== FRAME.settings) {
      throw new H3Error('H3_MISSING_SETTINGS', `the control stream begins with frame 0x${type.toString(16)}`)
    }
    if (isUnknownFrame(type, lengthBytes)) return 'skip'
    if (type === FRAME.settings && this.#count === 1) {
      if (lengthBytes > SETTINGS_MAX_BYTES)
        throw new H3Error('H3_EXCESSIVE_LOAD', `SETTINGS of ${lengthBytes} bytes`)
      return 'whole'
    }
    if (type === FRAME.goaway) {
      if (lengthBytes > GOAWAY_MAX_BYTES)
        throw new H3Error('H3_FRAME_ERROR', `GOAWAY of ${lengthBytes} bytes`)
      return 'whole'
    }
    // CANCEL_PUSH, MAX_PUSH_ID and the frames of request streams: never valid from this peer, as we allow no push.
    throw new H3Error('H3_FRAME_UNEXPECTED', `frame 0x${type.toString(16)} on the control stream`)
  }

  whole(type: number, payload: Buffer): void {
    if (type === FRAME.settings) {
      this.settings = decodeSettings(payload)
      return
    }
    const id = readVarint(payload, 0)
    if (id === null || id.next !== payload.length)
      throw new H3Error('H3_FRAME_ERROR', 'GOAWAY is not one integer')
    if (id.value % 4 !== 0 || (this.goawayId !== null && id.value > this.goawayId)) {
      throw new H3Error('H3_ID_ERROR', `GOAWAY ${id.value}`)
    }
    this.goawayId = id.value
  }

  piece(): void {
    throw new Error('no frame of a control stream is read in pieces')
  }
}
