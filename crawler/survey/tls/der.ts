const SEQUENCE = 0x30
const INTEGER = 0x02
/** Class and form of an explicit tag, [0] to [30] (X.690, 8.1.2). */
const EXPLICIT = 0xa0

interface Element {
  readonly tag: number
  readonly content: Buffer
  readonly next: number
}

/** The explicitly tagged fields of a SEQUENCE in DER, by their tags; null where the bytes are none. */
export function derFields(bytes: Buffer): ReadonlyMap<number, Buffer> | null {
  const sequence = readElement(bytes, 0)
  if (sequence?.tag !== SEQUENCE) return null
  const fields = new Map<number, Buffer>()
  for (let offset = 0; offset < sequence.content.length; ) {
    const element = readElement(sequence.content, offset)
    if (element === null) return null
    if ((element.tag & 0xe0) === EXPLICIT) fields.set(element.tag & 0x1f, element.content)
    offset = element.next
  }
  return fields
}

/** The value of a field that holds an INTEGER of at most 6 bytes; null where it does not. */
export function derInteger(field: Buffer | undefined): number | null {
  const element = field === undefined ? null : readElement(field, 0)
  if (element?.tag !== INTEGER || element.content.length === 0 || element.content.length > 6) return null
  return element.content.readUIntBE(0, element.content.length)
}

function readElement(bytes: Buffer, offset: number): Element | null {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  if (tag === undefined || first === undefined) return null
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = offset + 2 + lengthBytes
  if (lengthBytes > 4 || start > bytes.length) return null
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(offset + 2, lengthBytes)
  const next = start + length
  return next > bytes.length ? null : { tag, content: bytes.subarray(start, next), next }
}
