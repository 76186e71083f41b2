import type { Field } from '../fields/field.ts'
import { prefixInteger } from '../fields/prefix-integer.ts'
import { indexTable } from '../fields/table-index.ts'
import { STATIC_TABLE } from './static-table.ts'

const INDEX = indexTable(STATIC_TABLE, 1)

/** A dynamic table of no size: expected by a peer that has reduced its own (RFC 7541, 4.2). */
export const EMPTY_TABLE = Buffer.of(0x20)

/**
 * Encodes a header block (RFC 7541, 6) by the static table and plain literals that are not indexed: a request has some
 * 150 bytes, so Huffman would save a few dozen of them. Names must be in lower case, values Latin-1.
 */
export function encodeHeaderBlock(fields: Iterable<Field>): Buffer {
  const parts: Buffer[] = []
  for (const field of fields) {
    const [name, value] = field
    const entry = INDEX.indexOfField(field)
    if (entry !== undefined) {
      parts.push(prefixInteger(0x80, 7, entry))
      continue
    }
    const nameIndex = INDEX.indexOfName(name)
    if (nameIndex !== undefined) parts.push(prefixInteger(0x00, 4, nameIndex))
    else parts.push(Buffer.of(0), prefixInteger(0x00, 7, name.length), Buffer.from(name, 'latin1'))
    parts.push(prefixInteger(0x00, 7, value.length), Buffer.from(value, 'latin1'))
  }
  return Buffer.concat(parts)
}
