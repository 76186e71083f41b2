/** A QUIC packet with a long header (RFC 9000, 17.2), as far as anybody can read it. */
export interface QuicLongPacket {
  readonly type: 'initial' | '0-rtt' | 'handshake' | 'retry'
  readonly destinationId: string
  /** An Initial's token has so many; 0 for other types. */
  readonly tokenBytes: number
  /** Header included; a Retry goes to the end of its datagram. */
  readonly bytes: number
}

const TYPES = ['initial', '0-rtt', 'handshake', 'retry'] as const
/** The numbers of the types are moved so far by version (RFC 9000; RFC 9369, 3.2). */
const SHIFTS = new Map([
  [0x00000001, 0],
  [0x6b3343cf, 1],
])

/** The packet that begins here; null for a short header, another version, Version Negotiation or what is cut off. */
export function quicLongPacket(bytes: Buffer): QuicLongPacket | null {
  const [first = 0] = bytes
  if ((first & 0x80) === 0 || bytes.length < 7) return null
  const shift = SHIFTS.get(bytes.readUInt32BE(1))
  if (shift === undefined) return null
  const type = TYPES[(((first & 0x30) >> 4) + 4 - shift) % 4]
  if (type === undefined) return null
  const idEnd = 6 + (bytes[5] ?? 0)
  const destinationId = bytes.toString('hex', 6, idEnd)
  if (type === 'retry') return { type, destinationId, tokenBytes: 0, bytes: bytes.length }
  let offset = idEnd + 1 + (bytes[idEnd] ?? 0)
  let tokenBytes = 0
  if (type === 'initial') {
    const token = readVarint(bytes, offset)
    if (token === null) return null
    tokenBytes = token.value
    offset = token.end + tokenBytes
  }
  const length = readVarint(bytes, offset)
  if (length === null || length.end + length.value > bytes.length) return null
  return { type, destinationId, tokenBytes, bytes: length.end + length.value }
}

/** RFC 9000, 16; null where it is cut off. */
function readVarint(bytes: Buffer, offset: number): { readonly value: number; readonly end: number } | null {
  const first = bytes[offset]
  if (first === undefined) return null
  const size = 1 << (first >> 6)
  if (offset + size > bytes.length) return null
  let value = first & 0x3f
  for (let index = 1; index < size; index++) value = value * 256 + (bytes[offset + index] ?? 0)
  return { value, end: offset + size }
}
