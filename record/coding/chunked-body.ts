const CR = 0x0d
const LF = 0x0a

/**
 * A body without its chunks (RFC 9112, 7.1). Some archives keep the field and not the chunks: a body that begins with no
 * chunk's size is as it is.
 * @throws Error where a chunk is damaged or the last one is missing
 */
export function withoutChunks(body: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let position = 0; ; ) {
    const size = readChunkSize(body, position)
    if (size === null) {
      if (position === 0) return body
      throw new Error(position >= body.length ? 'its last chunk is missing' : 'a chunk has no size')
    }
    const { sizeBytes, from } = size
    if (sizeBytes === 0) {
      if (!isTrailer(body.subarray(from))) throw new Error('after its last chunk come further bytes')
      return whole.subarray(0, length)
    }
    const to = from + sizeBytes
    const next = body[to] === CR ? to + 2 : to + 1
    if (body[next - 1] !== LF) throw new Error('a chunk is damaged or cut off')
    length += body.copy(whole, length, from, to)
    position = next
  }
}

/** Longest size in hexadecimal digits: a number is exact up to 13. */
const MAX_DIGITS = 13
/** Ends the digits of the size; extensions, and the white space that some servers put there, may follow. */
const END_OF_DIGITS = new Set<number | undefined>([CR, LF, 0x3b, 0x20, 0x09])

/** The size of the chunk that begins there, and where its data are; null where none begins. */
function readChunkSize(
  body: Buffer,
  position: number,
): { readonly sizeBytes: number; readonly from: number } | null {
  let sizeBytes = 0
  let cursor = position
  for (let digit = hexDigit(body[cursor]); digit !== null; digit = hexDigit(body[++cursor]))
    sizeBytes = sizeBytes * 16 + digit
  if (cursor === position || cursor - position > MAX_DIGITS || !END_OF_DIGITS.has(body[cursor])) return null
  const lineEnd = body.indexOf(LF, cursor)
  return lineEnd < 0 ? null : { sizeBytes, from: lineEnd + 1 }
}

function hexDigit(byte: number | undefined): number | null {
  if (byte === undefined) return null
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : null
}

const MAX_TRAILER_BYTES = 64 * 1024

/** Field lines and an empty one, all of which some archives leave away. */
function isTrailer(rest: Buffer): boolean {
  return (
    rest.length <= MAX_TRAILER_BYTES &&
    rest
      .toString('latin1')
      .split('\n')
      .every((line) => line === '' || line === '\r' || line.includes(':'))
  )
}
