import { CompressionError } from '../fields/errors.ts'
import type { Field } from '../fields/field.ts'
import { FieldCursor } from '../fields/field-cursor.ts'
import { H3Error } from './h3-error.ts'
import { STATIC_TABLE } from './static-table.ts'

/** Size of a field beside its name and value: one without either is not free. */
const FIELD_BYTES = 32

/**
 * Decodes an encoded field section (RFC 9204, 4.5) that can only refer to the static table, since we advertise a
 * dynamic table of capacity 0. Throws H3Error (QPACK_DECOMPRESSION_FAILED) on anything else and on input cut short.
 * `maxBytes` bounds the sum of all names and values, and 32 bytes for each field (RFC 9114, 4.2.2): past it the answer
 * is null.
 */
export function decodeFieldSection(section: Buffer, maxBytes: number): Field[] | null {
  try {
    return readSection(new FieldCursor(section), maxBytes)
  } catch (error) {
    if (error instanceof CompressionError) throw new H3Error('QPACK_DECOMPRESSION_FAILED', error.message)
    throw error
  }
}

function readSection(cursor: FieldCursor, maxBytes: number): Field[] | null {
  const requiredInsertCount = cursor.prefixInteger(8)
  if (requiredInsertCount !== 0) throw broken('reference to the dynamic table')
  // Delta Base with its sign bit: without dynamic references it is meaningless, and any value is allowed.
  cursor.prefixInteger(7)
  const fields: Field[] = []
  let sizeBytes = 0
  while (!cursor.done) {
    const field = readField(cursor)
    sizeBytes += field[0].length + field[1].length + FIELD_BYTES
    if (sizeBytes > maxBytes) return null
    fields.push(field)
  }
  return fields
}

function readField(cursor: FieldCursor): Field {
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

function broken(detail: string): CompressionError {
  return new CompressionError(detail)
}
