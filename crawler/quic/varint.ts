/** A variable-length integer and the offset behind it. */
interface Varint {
  /** Exact up to 2^53 - 1; larger ones (RFC 9000 allows 2^62 - 1) lose their last bits, as any number does. */
  readonly value: number
  readonly next: number
}

const TWO_POW_32 = 2 ** 32

/** Reads a variable-length integer (RFC 9000, 16) at `offset`; null where its bytes are not all there yet. */
export function readVarint(bytes: Buffer, offset: number): Varint | null {
  const first = bytes[offset]
  if (first === undefined) return null
  const length = 1 << (first >> 6)
  const next = offset + length
  if (next > bytes.length) return null
  if (length === 1) return { value: first, next }
  if (length === 2) return { value: bytes.readUInt16BE(offset) & 0x3fff, next }
  if (length === 4) return { value: bytes.readUInt32BE(offset) & 0x3fff_ffff, next }
  const high = bytes.readUInt32BE(offset) & 0x3fff_ffff
  return { value: high * TWO_POW_32 + bytes.readUInt32BE(offset + 4), next }
}

/** The shortest encoding of an integer from 0 to 2^53 - 1; throws RangeError outside of that. */
export function encodeVarint(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a varint: ${value}`)
  if (value < 0x40) return Buffer.of(value)
  if (value < 0x4000) return Buffer.of(0x40 | (value >> 8), value & 0xff)
  if (value < 0x4000_0000) {
    const bytes = Buffer.allocUnsafe(4)
    bytes.writeUInt32BE((0x8000_0000 | value) >>> 0)
    return bytes
  }
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeUInt32BE((0xc000_0000 | Math.floor(value / TWO_POW_32)) >>> 0)
  bytes.writeUInt32BE(value % TWO_POW_32, 4)
  return bytes
}
