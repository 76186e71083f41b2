import type { Field } from '../fields/field.ts'
import { prefixInteger } from '../fields/prefix-integer.ts'
import { indexTable } from '../fields/table-index.ts'
import { STATIC_TABLE } from './static-table.ts'

const INDEX = indexTable(STATIC_TABLE, 0)

/**
 * Encodes a field section (RFC 9204, 4.5) by the static table and plain literals: a request has some 150 bytes, so
 * Huffman would save a few dozen of them. Names must be in lower case, values Latin-1.
 */
export function encodeFieldSection(fields: Iterable<Field>): Buffer {
  // Required Insert Count 0, Delta Base 0: no dynamic table.
  const parts: Buffer[] = [Buffer.of(0, 0)]
  for (const field of fields) {
    const [name, value] = field
    const entry = INDEX.indexOfField(field)
    if (entry !== undefined) {
      parts.push(prefixInteger(0xc0, 6, entry))
      continue
    }
    const nameIndex = INDEX.indexOfName(name)
    if (nameIndex !== undefined) parts.push(prefixInteger(0x50, 4, nameIndex))
    else parts.push(prefixInteger(0x20, 3, name.length), Buffer.from(name, 'latin1'))
    parts.push(prefixInteger(0x00, 7, value.length), Buffer.from(value, 'latin1'))
  }
  return Buffer.concat(parts)
}
