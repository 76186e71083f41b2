import type { Field } from '../fields/field.ts'
import { prefixInteger } from '../fields/prefix-integer.ts'
import { STATIC_TABLE } from './static-table.ts'

/** First static index of each name, and index of each whole entry. */
const NAME_INDEX = new Map<string, number>()
const ENTRY_INDEX = new Map<string, number>()
for (const [place, [name, value]] of STATIC_TABLE.entries()) {
  if (!NAME_INDEX.has(name)) NAME_INDEX.set(name, place + 1)
  ENTRY_INDEX.set(`${name}\n${value}`, place + 1)
}

/** A dynamic table of no size: what a peer that has made its own smaller wants to be told (RFC 7541, 4.2). */
export const EMPTY_TABLE = Buffer.of(0x20)

/**
 * Encodes a header block (RFC 7541, 6) by the static table and plain literals that are not indexed: a request has some
 * 150 bytes, so Huffman would save a few dozen of them. Names must be in lower case, values Latin-1.
 */
export function encodeHeaderBlock(fields: Iterable<Field>): Buffer {
  const parts: Buffer[] = []
  for (const [name, value] of fields) {
    const entry = ENTRY_INDEX.get(`${name}\n${value}`)
    if (entry !== undefined) {
      parts.push(prefixInteger(0x80, 7, entry))
      continue
    }
    const nameIndex = NAME_INDEX.get(name)
    if (nameIndex !== undefined) parts.push(prefixInteger(0x00, 4, nameIndex))
    else parts.push(Buffer.of(0), prefixInteger(0x00, 7, name.length), Buffer.from(name, 'latin1'))
    parts.push(prefixInteger(0x00, 7, value.length), Buffer.from(value, 'latin1'))
  }
  return Buffer.concat(parts)
}
