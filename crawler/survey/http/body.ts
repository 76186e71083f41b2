import { LIMITS } from '../../network/limits.ts'

export const ROBOTS_PATH = '/robots.txt'

/** Counts a response body as it comes over the wire. Nothing is decompressed, so a bomb weighs what it weighs. */
export interface BodyCount {
  /** Returns true once the cap is reached and the rest need not be asked for. */
  add(chunk: Uint8Array): boolean
  readonly facts: { readonly bodyBytes: number; readonly bodyCapped: boolean; readonly text?: string }
}

/** Keeps the text of /robots.txt as well, as UTF-8 (RFC 9309, 2.2), and its cap is the larger one. */
export function countBody(path: string): BodyCount {
  const isRobots = path === ROBOTS_PATH
  const cap = isRobots ? LIMITS.robotsBytes : LIMITS.bodyBytes
  // One buffer that grows: chunks of one byte each would take 100 times the memory.
  let buffer = Buffer.alloc(0)
  let bytes = 0
  let capped = false
  return {
    add(chunk) {
      const part = chunk.subarray(0, cap - bytes)
      // Exactly the cap is not capped: only a byte more shows that there is more.
      capped ||= chunk.byteLength > part.byteLength
      if (isRobots) {
        if (buffer.byteLength < bytes + part.byteLength) buffer = grown(buffer, bytes + part.byteLength, cap)
        buffer.set(part, bytes)
      }
      bytes += part.byteLength
      return capped
    },
    get facts() {
      const counted = { bodyBytes: bytes, bodyCapped: capped }
      return isRobots ? { ...counted, text: buffer.toString('utf8', 0, bytes) } : counted
    },
  }
}

/** The same bytes in a buffer at least twice as large, so that all copies together are linear. */
function grown(buffer: Buffer, leastBytes: number, mostBytes: number): Buffer<ArrayBuffer> {
  const larger = Buffer.alloc(Math.min(mostBytes, Math.max(leastBytes, 2 * buffer.byteLength)))
  larger.set(buffer)
  return larger
}
