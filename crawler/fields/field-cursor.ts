import { CompressionError } from './errors.ts'
import { decodeHuffman } from './huffman.ts'

/** Reads the integers and strings that HPACK and QPACK have in common. Every method throws CompressionError. */
export class FieldCursor {
  readonly #bytes: Buffer
  #offset = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#offset >= this.#bytes.length
  }

  peek(): number {
    const byte = this.#bytes[this.#offset]
    if (byte === undefined) throw new CompressionError('field section is cut short')
    return byte
  }

  /** An integer with an N-bit prefix (RFC 7541, 5.1). */
  prefixInteger(bits: number): number {
    const mask = (1 << bits) - 1
    let value = this.peek() & mask
    this.#offset += 1
    if (value < mask) return value
    // Integers here are indexes and lengths: four more bytes (28 bits) are beyond any field section we accept.
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.peek()
      this.#offset += 1
      value += (byte & 0x7f) << shift
      if ((byte & 0x80) === 0) return value
    }
    throw new CompressionError('integer is too large')
  }

  /** A string literal (RFC 7541, 5.2; RFC 9204, 4.1.2): Huffman flag above an N-bit length. */
  text(bits: number): string {
    const huffman = (this.peek() & (1 << bits)) !== 0
    const length = this.prefixInteger(bits)
    const end = this.#offset + length
    if (end > this.#bytes.length) throw new CompressionError('field section is cut short')
    const raw = this.#bytes.subarray(this.#offset, end)
    this.#offset = end
    return (huffman ? decodeHuffman(raw) : raw).toString('latin1')
  }
}
