import { H3Error } from './h3-error.ts'
import { decodeHuffman } from './huffman.ts'
import { STATIC_TABLE } from './static-table.ts'

/** Name in the case it was sent, value as Latin-1: header values are bytes, one character each. */
export type Field = readonly [name: string, value: string]

/**
 * Decodes an encoded field section (RFC 9204, 4.5) that can only refer to the static table, since we advertise a
 * dynamic table of capacity 0. Throws H3Error (QPACK_DECOMPRESSION_FAILED) on anything else and on input cut short.
 * `maxBytes` bounds the sum of all names and values: past it the answer is null.
 */
export function decodeFieldSection(section: Buffer, maxBytes: number): Field[] | null {
  const cursor = new Cursor(section)
  const requiredInsertCount = cursor.prefixInteger(8)
  if (requiredInsertCount !== 0) throw broken('reference to the dynamic table')
  // Delta Base with its sign bit: without dynamic references it is meaningless, and any value is allowed.
  cursor.prefixInteger(7)
  const fields: Field[] = []
  let sizeBytes = 0
  while (!cursor.done) {
    const field = readField(cursor)
    sizeBytes += field[0].length + field[1].length
    if (sizeBytes > maxBytes) return null
    fields.push(field)
  }
  return fields
}

function readField(cursor: Cursor): Field {
  const first = cursor.peek()
  if ((first & 0x80) !== 0) {
    // 1Txxxxxx: indexed field line
    if ((first & 0x40) === 0) throw broken('reference to the dynamic table')
    return staticEntry(cursor.prefixInteger(6))
  }
  if ((first & 0x40) !== 0) {
    // 01NTxxxx: literal field line with name reference
    if ((first & 0x10) === 0) throw broken('reference to the dynamic table')
    const name = staticEntry(cursor.prefixInteger(4))[0]
    return [name, cursor.text(7)]
  }
  // 001NHxxx: literal field line with literal name
  if ((first & 0x20) !== 0) return [cursor.text(3), cursor.text(7)]
  // 0001xxxx, 0000Nxxx: post-base references, which are always dynamic
  throw broken('reference to the dynamic table')
}

function staticEntry(index: number): Field {
  const entry = STATIC_TABLE[index]
  if (entry === undefined) throw broken(`no static entry ${index}`)
  return entry
}

function broken(detail: string): H3Error {
  return new H3Error('QPACK_DECOMPRESSION_FAILED', detail)
}

class Cursor {
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
    if (byte === undefined) throw broken('field section is cut short')
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
    throw broken('integer is too large')
  }

  /** A string literal (RFC 9204, 4.1.2): Huffman flag above an N-bit length. */
  text(bits: number): string {
    const huffman = (this.peek() & (1 << bits)) !== 0
    const length = this.prefixInteger(bits)
    const end = this.#offset + length
    if (end > this.#bytes.length) throw broken('field section is cut short')
    const raw = this.#bytes.subarray(this.#offset, end)
    this.#offset = end
    return (huffman ? decodeHuffman(raw) : raw).toString('latin1')
  }
}
