import { MalformedMessage } from '../fields/errors.ts'
import type { Field } from '../fields/field.ts'
import { owedBytes, parseResponseHead, type ResponseHead } from '../fields/response-head.ts'
import { FRAME, FrameReader, type FrameSink, isUnknownFrame } from './frames.ts'
import { H3_ERRORS, H3Error, h3ErrorName, isBreach } from './h3-error.ts'
import { decodeFieldSection } from './qpack-decode.ts'
import { QuicFailure } from './quic-failure.ts'

export interface ResponseLimits {
  /** Limits a HEADERS frame, and the names and values in it. */
  readonly headerBytes: number
  /** Frames before the end of the response that bring nothing of its body. */
  readonly controlFrames: number
  /** Frames of any kind before the end of the response. */
  readonly frames: number
}

/** Receives the body; true once no more of it is wanted. */
export interface BodySink {
  add(chunk: Uint8Array): boolean
}

/**
 * The response on one request stream (RFC 9114, 4.1): interim responses, HEADERS, DATA, trailers. A failure of the
 * stream alone is kept in `failure`; what breaks the connection is thrown as H3Error.
 */
export class ResponseStream implements FrameSink {
  head: ResponseHead | null = null
  /** Statuses of interim responses, each once. */
  readonly interim = new Set<number>()
  /** The body sink has had enough: the rest is not read. */
  capped = false
  complete = false
  failure: QuicFailure | null = null
  readonly #limits: ResponseLimits
  readonly #body: BodySink
  readonly #method: string | null
  readonly #frames = new FrameReader(this)
  #bodyBytes = 0
  #frameCount = 0
  #otherFrames = 0
  #trailers = false

  /** @param method of the request */
  constructor(limits: ResponseLimits, body: BodySink, method: string | null) {
    this.#limits = limits
    this.#body = body
    this.#method = method
  }

  get over(): boolean {
    return this.complete || this.capped || this.failure !== null
  }

  push(bytes: Buffer, fin: boolean): void {
    if (this.over) return
    this.#frames.push(bytes)
    if (fin && !this.over) this.#end()
  }

  reset(code: number): void {
    if (this.over) return
    const failure = isBreach(code) ? 'h3_protocol_error' : 'h3_closed'
    const isRefused = code === H3_ERRORS.H3_REQUEST_REJECTED
    this.failure = new QuicFailure(failure, `stream reset with ${h3ErrorName(code)}`, isRefused)
  }

  begin(type: number, lengthBytes: number): 'whole' | 'pieces' | 'skip' {
    // A failure or the cap inside one packet leaves the rest of that packet unread.
    if (this.over) return 'skip'
    this.#frameCount += 1
    if (this.#frameCount > this.#limits.frames)
      throw new H3Error('H3_EXCESSIVE_LOAD', 'too many small frames')
    if (type === FRAME.data) {
      if (this.head === null || this.#trailers) throw new H3Error('H3_FRAME_UNEXPECTED', 'DATA out of place')
      if (lengthBytes === 0) this.#count()
      return 'pieces'
    }
    this.#count()
    if (type === FRAME.headers) {
      if (this.#trailers) throw new H3Error('H3_FRAME_UNEXPECTED', 'HEADERS after trailers')
      if (lengthBytes <= this.#limits.headerBytes) return 'whole'
      this.#tooBig()
      return 'skip'
    }
    if (isUnknownFrame(type, lengthBytes)) return 'skip'
    // PUSH_PROMISE too: we never allow a push (RFC 9114, 7.2.5).
    throw new H3Error('H3_FRAME_UNEXPECTED', `frame 0x${type.toString(16)} on a request stream`)
  }

  whole(_type: number, payload: Buffer): void {
    const section = decodeFieldSection(payload, this.#limits.headerBytes)
    if (section === null) {
      this.#tooBig()
      return
    }
    // Trailers are decoded, since QPACK demands it, and not kept.
    if (this.head !== null) {
      this.#trailers = true
      return
    }
    const head = headOf(section)
    // Interim responses (RFC 9110, 15.2) precede the final one.
    if (head.status >= 200) this.head = head
    else this.interim.add(head.status)
  }

  piece(bytes: Buffer): void {
    if (this.over) return
    this.#bodyBytes += bytes.length
    const expected = this.head?.contentLengthBytes ?? null
    if (expected !== null && this.#bodyBytes > expected) {
      throw new H3Error('H3_MESSAGE_ERROR', `body is longer than its Content-Length of ${expected}`)
    }
    // A copy: these bytes stand in a buffer that is used again.
    this.capped = this.#body.add(Buffer.from(bytes))
  }

  /** A frame that brings no body. */
  #count(): void {
    this.#otherFrames += 1
    if (this.#otherFrames > this.#limits.controlFrames)
      throw new H3Error('H3_EXCESSIVE_LOAD', 'too many frames')
  }

  #end(): void {
    const expected = this.head === null ? null : owedBytes(this.head, this.#method)
    if (this.head === null) this.failure = new QuicFailure('h3_closed', 'stream ended before a response')
    else if (!this.#frames.atBoundary)
      this.failure = new QuicFailure('h3_closed', 'stream ended within a frame')
    else if (expected !== null && this.#bodyBytes < expected) {
      this.failure = new QuicFailure('h3_closed', `stream ended at ${this.#bodyBytes} of ${expected} bytes`)
    } else this.complete = true
  }

  #tooBig(): void {
    this.failure = new QuicFailure(
      'http_header_too_big',
      `more than ${this.#limits.headerBytes} bytes of headers`,
    )
  }
}

function headOf(section: readonly Field[]): ResponseHead {
  try {
    return parseResponseHead(section)
  } catch (error) {
    if (error instanceof MalformedMessage) throw new H3Error('H3_MESSAGE_ERROR', error.message)
    throw error
  }
}
