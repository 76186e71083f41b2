import type { FailureCode } from '../../model/failure-codes.ts'
import { MalformedMessage } from '../fields/errors.ts'
import { ChunkDecoder } from './chunk-decoder.ts'
import { type Http1Head, parseHttp1Head, statusLineStart } from './response-head.ts'

interface Http1Limits {
  /** Limits the heads of a response, those of its interim responses included. */
  readonly headerBytes: number
  /** Interim responses before the final one. */
  readonly controlFrames: number
}

/** Receives what comes of a request. Either `end` or `fail` is called, once, and nothing after it. */
interface Http1Sink {
  /** An interim response has come (RFC 9110, 15.2). */
  interim?(status: number): void
  head(head: Http1Head): void
  /** Returns true once no more of the body is wanted: `end` is not called then. */
  data(piece: Buffer): boolean
  /** `keepAlive`: nothing came after the response, and another request may follow. */
  end(keepAlive: boolean): void
  fail(failure: FailureCode, text: string | null): void
}

const LF = 0x0a
const CR = 0x0d

/** Reads one response (RFC 9112) with its interim responses from the bytes of a connection, as Chromium reads it. */
export class ResponseReader {
  /** Bytes taken so far. */
  receivedBytes = 0
  readonly #limits: Http1Limits
  readonly #sink: Http1Sink
  #buffer = Buffer.alloc(0)
  #buffered = 0
  /** The search for the end of the head starts here. */
  #searched = 0
  #headBytes = 0
  #interims = 0
  #head: Http1Head | null = null
  #chunks: ChunkDecoder | null = null
  #leftBytes = 0
  #isOver = false

  constructor(limits: Http1Limits, sink: Http1Sink) {
    this.#limits = limits
    this.#sink = sink
  }

  push(bytes: Buffer): void {
    this.receivedBytes += bytes.length
    try {
      let rest: Buffer | null = bytes
      while (rest !== null && !this.#isOver && this.#head === null) rest = this.#readHead(rest)
      if (rest !== null && !this.#isOver && this.#head !== null) this.#readBody(this.#head, rest)
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error
      this.#fail('http_protocol_error', error.message)
    }
  }

  /** The peer sends no more. */
  close(): void {
    if (this.#isOver) return
    if (this.#head?.framing.kind === 'close') this.#end(false)
    else this.#fail(this.receivedBytes > 0 ? 'http_truncated' : 'http_empty_reply', null)
  }

  /** Returns what follows the head; null where it has not ended. */
  #readHead(bytes: Buffer): Buffer | null {
    const room = this.#limits.headerBytes - this.#headBytes
    this.#append(bytes.subarray(0, room + 1))
    const end = this.#endOfHead()
    const sizeBytes = end ?? this.#buffered
    if (sizeBytes > room) {
      this.#fail('http_header_too_big', `more than ${this.#limits.headerBytes} bytes of headers`)
      return null
    }
    if (end === null) {
      if (statusLineStart(this.#buffer.toString('latin1', 0, Math.min(this.#buffered, 8))) === -1)
        throw new MalformedMessage('the response is not HTTP/1.1')
      return null
    }
    const before = this.#buffered - Math.min(bytes.length, room + 1)
    const head = parseHttp1Head(this.#buffer.toString('latin1', 0, end))
    this.#headBytes += end
    this.#buffered = 0
    this.#searched = 0
    this.#onHead(head)
    return bytes.subarray(end - before)
  }

  #onHead(head: Http1Head): void {
    if (head.status === 101) throw new MalformedMessage('101 Switching Protocols')
    if (head.status < 200) {
      this.#interims += 1
      if (this.#interims > this.#limits.controlFrames)
        throw new MalformedMessage('too many interim responses')
      this.#sink.interim?.(head.status)
      return
    }
    this.#head = head
    const { framing } = head
    if (framing.kind === 'chunked') this.#chunks = new ChunkDecoder(this.#limits.headerBytes)
    if (framing.kind === 'length') this.#leftBytes = framing.bytes
    this.#sink.head(head)
  }

  #readBody({ framing, keepAlive }: Http1Head, bytes: Buffer): void {
    const data = (piece: Buffer): boolean => {
      if (!this.#sink.data(piece)) return false
      this.#isOver = true
      return true
    }
    if (framing.kind === 'close') {
      if (bytes.length > 0) data(bytes)
    } else if (framing.kind === 'length') {
      const piece = bytes.subarray(0, this.#leftBytes)
      this.#leftBytes -= piece.length
      if (piece.length > 0 && data(piece)) return
      if (this.#leftBytes === 0) this.#end(keepAlive && bytes.length === piece.length)
    } else {
      this.#chunks?.push(bytes, data)
      if (this.#chunks?.isOver && !this.#isOver) this.#end(keepAlive && this.#chunks.leftBytes === 0)
    }
  }

  #append(bytes: Buffer): void {
    if (this.#buffer.length < this.#buffered + bytes.length) {
      const larger = Buffer.alloc(Math.max(2 * this.#buffer.length, this.#buffered + bytes.length))
      this.#buffer.copy(larger, 0, 0, this.#buffered)
      this.#buffer = larger
    }
    bytes.copy(this.#buffer, this.#buffered)
    this.#buffered += bytes.length
  }

  /** Finds the end of the blank line that ends the head, of CRLF or LF; null where it has not come. */
  #endOfHead(): number | null {
    for (let from = this.#searched; from < this.#buffered; ) {
      const lf = this.#buffer.subarray(0, this.#buffered).indexOf(LF, from)
      if (lf < 0) break
      const next = this.#buffer[lf + 1]
      if (lf + 1 < this.#buffered && next === LF) return lf + 2
      if (lf + 2 < this.#buffered && next === CR && this.#buffer[lf + 2] === LF) return lf + 3
      if (lf + 2 >= this.#buffered) {
        this.#searched = lf
        return null
      }
      from = lf + 1
    }
    this.#searched = this.#buffered
    return null
  }

  #end(keepAlive: boolean): void {
    this.#isOver = true
    this.#sink.end(keepAlive)
  }

  #fail(failure: FailureCode, text: string | null): void {
    this.#isOver = true
    this.#sink.fail(failure, text)
  }
}
