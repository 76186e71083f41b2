import { CompressionError } from '../fields/errors.ts'
import type { Field } from '../fields/field.ts'
import { FieldCursor } from '../fields/field-cursor.ts'
import { STATIC_TABLE } from './static-table.ts'

/** Size of an entry of the dynamic table beside its name and value (RFC 7541, 4.1). */
const ENTRY_BYTES = 32

/**
 * Decodes the header blocks of one connection (RFC 7541), in the order in which they came: each may refer to what an
 * earlier one has put into the dynamic table.
 */
export class HpackDecoder {
  readonly #limitBytes: number
  /** Newest first. */
  readonly #entries: Field[] = []
  #sizeBytes = 0
  #capacityBytes: number

  /** `tableBytes` is the SETTINGS_HEADER_TABLE_SIZE that we sent. */
  constructor(tableBytes: number) {
    this.#limitBytes = tableBytes
    this.#capacityBytes = tableBytes
  }

  /**
   * The fields of a whole block. `maxBytes` bounds the sum of all names and values, and 32 bytes for each field (RFC
   * 9113, 6.5.2): past it the answer is null, and nothing more can be decoded on this connection. Throws CompressionError.
   */
  decode(block: Buffer, maxBytes: number): Field[] | null {
    const cursor = new FieldCursor(block)
    const fields: Field[] = []
    let sizeBytes = 0
    while (!cursor.done) {
      const first = cursor.peek()
      if ((first & 0xe0) === 0x20) {
        // 001xxxxx: only before the first field (RFC 7541, 4.2).
        if (fields.length > 0) throw new CompressionError('table size update after a field')
        this.#resize(cursor.prefixInteger(5))
        continue
      }
      const field = this.#readField(cursor, first)
      sizeBytes += entryBytes(field)
      if (sizeBytes > maxBytes) return null
      fields.push(field)
    }
    return fields
  }

  #readField(cursor: FieldCursor, first: number): Field {
    if ((first & 0x80) !== 0) return this.#entry(cursor.prefixInteger(7))
    // 01xxxxxx is added to the table; 0000xxxx and 0001xxxx (never to be indexed) are not.
    const isAdded = (first & 0x40) !== 0
    const index = cursor.prefixInteger(isAdded ? 6 : 4)
    const name = index === 0 ? cursor.text(7) : this.#entry(index)[0]
    const field: Field = [name, cursor.text(7)]
    if (isAdded) this.#add(field)
    return field
  }

  #entry(index: number): Field {
    const entry =
      index <= STATIC_TABLE.length ? STATIC_TABLE[index - 1] : this.#entries[index - STATIC_TABLE.length - 1]
    if (entry === undefined) throw new CompressionError(`no entry ${index}`)
    return entry
  }

  #resize(capacityBytes: number): void {
    if (capacityBytes > this.#limitBytes) throw new CompressionError(`a table of ${capacityBytes} bytes`)
    this.#capacityBytes = capacityBytes
    this.#evict(0)
  }

  #add(field: Field): void {
    const bytes = entryBytes(field)
    this.#evict(bytes)
    // One that is larger than the whole table empties it, and is no error (RFC 7541, 4.4).
    if (bytes > this.#capacityBytes) return
    this.#entries.unshift(field)
    this.#sizeBytes += bytes
  }

  /** Makes room for so many bytes. */
  #evict(bytes: number): void {
    while (this.#sizeBytes + bytes > this.#capacityBytes) {
      const oldest = this.#entries.pop()
      if (oldest === undefined) return
      this.#sizeBytes -= entryBytes(oldest)
    }
  }
}

const entryBytes = ([name, value]: Field): number => name.length + value.length + ENTRY_BYTES
