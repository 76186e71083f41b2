import type { FailureCode } from '../../model/failure-codes.ts'
import { MalformedMessage } from '../fields/errors.ts'
import type { Field } from '../fields/field.ts'
import { owedBytes, parseResponseHead, type ResponseHead } from '../fields/response-head.ts'

/** Receives what comes of a request. Either `end` or `fail` is called, once, and nothing after it. */
export interface ResponseSink {
  /** An interim response has come (RFC 9110, 15.2). */
  interim?(status: number): void
  head(head: ResponseHead): void
  data(chunk: Buffer): void
  end(): void
  fail(failure: FailureCode, text: string | null): void
}

/** The response on one stream (RFC 9113, 8.1): interim responses, head, body, trailers. Throws MalformedMessage. */
export class Exchange {
  readonly streamId: number
  readonly sink: ResponseSink
  readonly #method: string | null
  #head: ResponseHead | null = null
  #bodyBytes = 0

  /** @param method of the request */
  constructor(streamId: number, sink: ResponseSink, method: string | null) {
    this.streamId = streamId
    this.sink = sink
    this.#method = method
  }

  /** The response has started. */
  get hasHead(): boolean {
    return this.#head !== null
  }

  /** A field section has come. Returns false where it was an interim response, which brings nothing. */
  fields(section: readonly Field[], endsStream: boolean): boolean {
    if (this.#head !== null) {
      if (!endsStream) throw new MalformedMessage('HEADERS within the body')
      return true
    }
    const head = parseResponseHead(section)
    if (head.status >= 200) {
      this.#head = head
      this.sink.head(head)
      return true
    }
    // Interim responses (RFC 9110, 15.2) precede the final one; 101 is none of HTTP/2 (RFC 9113, 8.6).
    if (endsStream || head.status === 101)
      throw new MalformedMessage(`status ${head.status} where a response was to come`)
    this.sink.interim?.(head.status)
    return false
  }

  body(bytes: Buffer): void {
    if (this.#head === null) throw new MalformedMessage('DATA before HEADERS')
    this.#bodyBytes += bytes.length
    const expected = this.#head.contentLengthBytes
    if (expected !== null && this.#bodyBytes > expected)
      throw new MalformedMessage(`body is longer than its Content-Length of ${expected}`)
    this.sink.data(bytes)
  }

  /** The peer has ended the stream: checks that the response is whole. */
  checkEnd(): void {
    const expected = this.#head === null ? null : owedBytes(this.#head, this.#method)
    if (expected !== null && this.#bodyBytes < expected)
      throw new MalformedMessage(`body ended at ${this.#bodyBytes} of ${expected} bytes`)
  }
}
