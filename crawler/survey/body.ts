import { LIMITS } from './context.ts'

export const ROBOTS_PATH = '/robots.txt'

/** Counts a response body as it comes over the wire. Nothing is decompressed, so a bomb weighs what it weighs. */
export interface BodyCount {
  /** Returns true once the cap is reached and the rest need not be asked for. */
  add(chunk: Uint8Array): boolean
  readonly facts: { readonly bodyBytes: number; readonly bodyCapped: boolean; readonly text?: string }
}

/** Of /robots.txt the text is kept as well, as UTF-8 (RFC 9309, 2.2), and its cap is the larger one. */
export function countBody(path: string): BodyCount {
  const isRobots = path === ROBOTS_PATH
  const cap = isRobots ? LIMITS.robotsBytes : LIMITS.bodyBytes
  const chunks: Uint8Array[] = []
  let bytes = 0
  let capped = false
  return {
    add(chunk) {
      const room = cap - bytes
      // Exactly the cap is not capped: only a byte more shows that there is more.
      capped ||= chunk.byteLength > room
      bytes += Math.min(chunk.byteLength, room)
      if (isRobots) chunks.push(chunk.byteLength > room ? chunk.subarray(0, room) : chunk)
      return capped
    },
    get facts() {
      const counted = { bodyBytes: bytes, bodyCapped: capped }
      return isRobots ? { ...counted, text: Buffer.concat(chunks).toString('utf8') } : counted
    },
  }
}
