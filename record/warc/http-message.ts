import { headEnd } from './byte-reader.ts'
import { type HeaderFields, headerFields, headerPairs } from './header-fields.ts'

/** An HTTP/1.1 message as archives have it. */
export interface HttpMessage {
  /** `HTTP/1.1 200 OK` or `GET /path HTTP/1.1`. */
  readonly startLine: string
  readonly headers: HeaderFields
  /** The same in their order, names as sent. */
  readonly pairs: [name: string, value: string][]
  /** Body as it was sent; null where the head has no end, so that it is not known where the body begins. */
  readonly body: Buffer | null
}

/** Takes a message apart; lines end in CRLF, or in LF alone (RFC 9112, 2.2). */
export function httpMessage(block: Buffer): HttpMessage {
  const end = headEnd(block)
  const [startLine = '', ...lines] = block
    .subarray(0, end?.headBytes ?? block.length)
    .toString('latin1')
    .split(/\r?\n/)
  return {
    startLine,
    headers: headerFields(lines),
    pairs: headerPairs(lines),
    body: end === null ? null : block.subarray(end.endBytes),
  }
}
