/** A field section that cannot be decoded (RFC 7541, RFC 9204): the peer broke HPACK or QPACK. */
export class CompressionError extends Error {
  override readonly name = 'CompressionError'
}

/** A section that was decoded and makes no response (RFC 9113, 8.1.1; RFC 9114, 4.1.2). */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}
