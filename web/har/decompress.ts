/** Marks what decompresses to more than it may. */
export const TOO_LARGE = Symbol('too large')

/**
 * Decompresses one stream. Stops as soon as it has become too much: a few kilobytes may make gigabytes.
 * @param format `deflate` is that of zlib (Compression Streams, 4)
 * @returns null where the bytes are not of the format, cut off, or followed by others
 */
export async function decompress(
  packed: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate',
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | typeof TOO_LARGE | null> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      length += part.value.length
      if (length > maxBytes) {
        await reader.cancel()
        return TOO_LARGE
      }
    }
  } catch {
    return null
  }
  return joined(parts, length)
}

export function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
