/** A request says so of its priority (RFC 9218, 4). */
export interface RequestPriority {
  /** 0 is the most urgent, 7 the least. */
  readonly urgency: number
  readonly incremental: boolean
}

/** A request that says nothing has these (RFC 9218, 4.1 and 4.2). */
const DEFAULT: RequestPriority = { urgency: 3, incremental: false }

/** HEADERS, RFC 9114, 7.2.2. */
const HEADERS = 0x01
/** `priority` as the name of a literal field (RFC 9204, 4.5.6), in Huffman's code (RFC 7541, B) and as it is. */
const NAMES = [
  [/[23]e/, 'aec31ec327d7'],
  [/[23]701/, Buffer.from('priority').toString('hex')],
] as const

/** Huffman's code of what a value is written with (RFC 7541, B). */
const CODES: ReadonlyMap<string, string> = new Map([
  ['00000', '0'],
  ['00001', '1'],
  ['00010', '2'],
  ['00110', 'i'],
  ['010100', ' '],
  ['011001', '3'],
  ['011010', '4'],
  ['011011', '5'],
  ['011100', '6'],
  ['011101', '7'],
  ['100000', '='],
  ['101101', 'u'],
  ['11111010', ','],
  ['1111111100', '?'],
])

/**
 * The priority of a request of HTTP/3, by the first bytes of its stream, hexadecimal. tshark 4.0 does not decode QPACK; the
 * field is found by how a literal is written. Null where the head is cut off or refers to QPACK's dynamic table, which may
 * hold the field.
 */
export function requestPriority(head: string): RequestPriority | null {
  const bytes = Buffer.from(head, 'hex')
  const length = varint(bytes, 1)
  if (bytes[0] !== HEADERS || length === null || bytes.length < length.end + length.value) return null
  const section = bytes.subarray(length.end, length.end + length.value)
  // Required Insert Count, RFC 9204, 4.5.1.1.
  if (section[0] !== 0) return null
  const value = fieldValue(section.toString('hex', 2))
  if (value === undefined) return DEFAULT
  return value === null ? null : priorityOf(value)
}

/** Bytes of the first HEADERS frame of a stream, its own head included; null where the stream begins with something else. */
export function headersBytes(head: string): number | null {
  const bytes = Buffer.from(head, 'hex')
  const length = varint(bytes, 1)
  return bytes[0] !== HEADERS || length === null ? null : length.end + length.value
}

/** Undefined where the field is not there, null where its value is in no code that is known here. */
function fieldValue(hex: string): string | null | undefined {
  for (const [prefix, name] of NAMES) {
    const at = hex.indexOf(name)
    if (at % 2 !== 0) continue
    const marks = hex.slice(Math.max(0, at - 4), at)
    if (!new RegExp(`${prefix.source}$`).test(marks)) continue
    const valueAt = at + name.length
    const first = Number.parseInt(hex.slice(valueAt, valueAt + 2), 16)
    const text = hex.slice(valueAt + 2, valueAt + 2 + 2 * (first & 0x7f))
    return first & 0x80 ? huffman(text) : Buffer.from(text, 'hex').toString('latin1')
  }
  return undefined
}

function huffman(hex: string): string | null {
  const bits = Array.from(Buffer.from(hex, 'hex'), (byte) => byte.toString(2).padStart(8, '0')).join('')
  let text = ''
  let code = ''
  for (const bit of bits) {
    code += bit
    const letter = CODES.get(code)
    if (letter === undefined) continue
    text += letter
    code = ''
  }
  // Ones fill the last byte, fewer than eight (RFC 7541, 5.2).
  return /^1{0,7}$/.test(code) ? text : null
}

function priorityOf(value: string): RequestPriority {
  const members = value.split(',').map((member) => member.trim())
  const urgency = members.findLast((member) => /^u=[0-7]$/.test(member))
  return {
    urgency: urgency === undefined ? DEFAULT.urgency : Number(urgency.slice(2)),
    incremental: members.some((member) => member === 'i' || member === 'i=?1'),
  }
}

/** RFC 9000, 16; null where it is cut off. */
function varint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | null {
  const first = bytes[at]
  if (first === undefined) return null
  const end = at + (1 << (first >> 6))
  if (end > bytes.length) return null
  const rest = bytes.subarray(at + 1, end)
  return { value: rest.reduce((number, byte) => number * 256 + byte, first & 0x3f), end }
}
