import { decompress, joined, TOO_LARGE } from './decompress.ts'

/**
 * Decompresses gzip of one or more members (RFC 1952, 2.2), as rotated logs and `cat a.gz b.gz` have them. The browser's own
 * stream takes one, and does not report where it ended: each place that looks like the start of a next member is tried, and
 * is right where what is before it is whole.
 * @returns null where the bytes are not gzip, or are damaged
 */
export async function gunzip(
  packed: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | typeof TOO_LARGE | null> {
  const whole = await decompress(packed, 'gzip', maxBytes)
  if (whole !== null) return whole
  const parts: Uint8Array[] = []
  let length = 0
  let tries = MOST_TRIES
  for (let start = 0, end = 0; start < packed.length; ) {
    end = nextStart(packed, Math.max(end + 1, start + SMALLEST_MEMBER))
    const member = await decompress(packed.subarray(start, end), 'gzip', maxBytes - length)
    if (member === TOO_LARGE) return TOO_LARGE
    if (member === null) {
      tries -= 1
      if (end === packed.length || tries === 0) return null
      continue
    }
    parts.push(member)
    length += member.length
    start = end
  }
  return joined(parts, length)
}

/** Places that look like a member's start and are none: one in 100 million, but for files that were made so. */
const MOST_TRIES = 100

/** Head, an empty block, checksum and length. */
const SMALLEST_MEMBER = 20

/** Where a member may start: magic number, method 8, no reserved flag. The end of all where there is none. */
function nextStart(packed: Uint8Array, from: number): number {
  for (let index = packed.indexOf(0x1f, from); index >= 0; index = packed.indexOf(0x1f, index + 1))
    if (packed[index + 1] === 0x8b && packed[index + 2] === 8 && (packed[index + 3] ?? 0xff) < 0x20)
      return index
  return packed.length
}
