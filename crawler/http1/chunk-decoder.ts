import { MalformedMessage } from '../fields/errors.ts'

const LF = 0x0a
/** One line of the coding, as in Chromium (HttpChunkedDecoder::kMaxLineBufLen). */
const MAX_LINE_BYTES = 16_384

/**
 * Takes the chunked coding off a body (RFC 9112, 7.1), as leniently as Chromium: extensions are passed over, lines may
 * end with LF alone. Throws MalformedMessage.
 */
export class ChunkDecoder {
  /** The last chunk and the trailers have come. */
  isOver = false
  /** Bytes after the body, in the last call. */
  leftBytes = 0
  readonly #maxLineBytes: number
  #line = ''
  /** Bytes of lines that bring no body: sizes' extensions and trailers. */
  #lineBytes = 0
  #state: 'size' | 'data' | 'data-end' | 'trailer' = 'size'
  #leftInChunk = 0

  /** @param lineBytes most bytes of extensions and trailers together */
  constructor(lineBytes: number) {
    this.#maxLineBytes = lineBytes
  }

  /** Hands each piece of the body to `data`, until that returns true or the body is over. */
  push(bytes: Buffer, data: (piece: Buffer) => boolean): void {
    let offset = 0
    while (offset < bytes.length && !this.isOver) {
      if (this.#state === 'data') {
        const piece = bytes.subarray(offset, offset + this.#leftInChunk)
        offset += piece.length
        this.#leftInChunk -= piece.length
        if (this.#leftInChunk === 0) this.#state = 'data-end'
        if (data(piece)) return
        continue
      }
      const end = bytes.indexOf(LF, offset)
      const until = end < 0 ? bytes.length : end
      this.#line += bytes.toString('latin1', offset, until)
      if (this.#line.length > MAX_LINE_BYTES)
        throw new MalformedMessage('a line of the chunked coding is too long')
      offset = until + 1
      if (end >= 0) this.#endLine()
    }
    this.leftBytes = Math.max(0, bytes.length - offset)
  }

  #endLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
    this.#line = ''
    if (this.#state === 'size') this.#beginChunk(line)
    else if (this.#state === 'trailer') this.#onTrailer(line)
    else if (line !== '') throw new MalformedMessage('a chunk is longer than its size')
    else this.#state = 'size'
  }

  #beginChunk(line: string): void {
    const [text = ''] = line.split(';', 1)
    const size = text.trimEnd()
    if (!/^[0-9a-f]{1,12}$/i.test(size)) throw new MalformedMessage('a chunk has no size')
    this.#countOverhead(line.length - size.length)
    this.#leftInChunk = Number.parseInt(size, 16)
    this.#state = this.#leftInChunk === 0 ? 'trailer' : 'data'
  }

  #onTrailer(line: string): void {
    if (line === '') this.isOver = true
    else this.#countOverhead(line.length)
  }

  #countOverhead(bytes: number): void {
    this.#lineBytes += bytes
    if (this.#lineBytes > this.#maxLineBytes)
      throw new MalformedMessage('too many chunk extensions or trailers')
  }
}
