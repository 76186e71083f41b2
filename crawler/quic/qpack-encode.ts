import type { Field } from '../fields/field.ts'
import { prefixInteger } from '../fields/prefix-integer.ts'
import { STATIC_TABLE } from './static-table.ts'

/** First static index of each name, and index of each whole entry. */
const NAME_INDEX = new Map<string, number>()
const ENTRY_INDEX = new Map<string, number>()
for (const [index, [name, value]] of STATIC_TABLE.entries()) {
  if (!NAME_INDEX.has(name)) NAME_INDEX.set(name, index)
  ENTRY_INDEX.set(`${name}\n${value}`, index)
}

/**
 * Encodes a field section (RFC 9204, 4.5) by the static table and plain literals: a request has some 150 bytes, so
 * Huffman would save a few dozen of them. Names must be in lower case, values Latin-1.
 */
export function encodeFieldSection(fields: Iterable<Field>): Buffer {
  // Required Insert Count 0, Delta Base 0: no dynamic table.
  const parts: Buffer[] = [Buffer.of(0, 0)]
  for (const [name, value] of fields) {
    const entry = ENTRY_INDEX.get(`${name}\n${value}`)
    if (entry !== undefined) {
      parts.push(prefixInteger(0xc0, 6, entry))
      continue
    }
    const nameIndex = NAME_INDEX.get(name)
    if (nameIndex !== undefined) parts.push(prefixInteger(0x50, 4, nameIndex))
    else parts.push(prefixInteger(0x20, 3, name.length), Buffer.from(name, 'latin1'))
    parts.push(prefixInteger(0x00, 7, value.length), Buffer.from(value, 'latin1'))
  }
  return Buffer.concat(parts)
}
