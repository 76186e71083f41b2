import type { ReadRefusal } from './read-refusal.ts'

/** Bytes of a file, and of what it unpacks to (SAFETY P11). */
export const LARGEST_FILE_BYTES = 200_000_000

/** The text of a file: unpacked where it is gzip, decoded as its byte order mark says, else as UTF-8. */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly text: string } | { readonly refused: ReadRefusal }> {
  if (bytes.length > LARGEST_FILE_BYTES) return { refused: 'too_large' }
  if (startsWith(bytes, ZIP)) return { refused: 'zip' }
  if (!startsWith(bytes, GZIP)) return decode(bytes)
  const unpacked = await gunzip(bytes)
  return unpacked instanceof Uint8Array ? decode(unpacked) : { refused: unpacked }
}

const ZIP = [0x50, 0x4b]
const GZIP = [0x1f, 0x8b]

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte)
}

/** Stops as soon as it has become too much: a few kilobytes may unpack to gigabytes. */
async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array | ReadRefusal> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      length += part.value.length
      if (length > LARGEST_FILE_BYTES) {
        await reader.cancel()
        return 'too_large'
      }
    }
  } catch {
    return 'bad_gzip'
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function decode(bytes: Uint8Array): { readonly text: string } | { readonly refused: ReadRefusal } {
  if (startsWith(bytes, [0xff, 0xfe])) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (startsWith(bytes, [0xfe, 0xff])) return { text: new TextDecoder('utf-16be').decode(bytes) }
  // Of HAR’s JSON only white space stands below a space, and that is never a NUL.
  if (bytes.subarray(0, 4_096).includes(0)) return { refused: 'binary' }
  // Takes the mark away, and reads on where bytes are no UTF-8: some tools put bodies in as they came.
  return { text: new TextDecoder('utf-8').decode(bytes) }
}
