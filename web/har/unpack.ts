import { decompress, joined, TOO_LARGE } from './decompress.ts'
import type { ReadRefusal } from './read-refusal.ts'

/**
 * Decompresses gzip of one or more members (RFC 1952, 2.2), as rotated logs and `cat a.gz b.gz` have them. The browser's own
 * stream takes one, and does not report where it ended: each place that looks like the start of a next member is tried, and
 * is right where what is before it is whole.
 * @returns null where the bytes are not gzip, or are damaged
 */
async function gunzip(
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

/** Finds where a member may start: magic number, method 8, no reserved flag. The end of all where there is none. */
function nextStart(packed: Uint8Array, from: number): number {
  for (let index = packed.indexOf(0x1f, from); index >= 0; index = packed.indexOf(0x1f, index + 1))
    if (packed[index + 1] === 0x8b && packed[index + 2] === 8 && (packed[index + 3] ?? 0xff) < 0x20)
      return index
  return packed.length
}

/** Bytes of a file, and of what it unpacks to (safety.md P11). */
export const LARGEST_FILE_BYTES = 200_000_000

type Unpacked = { readonly text: string } | { readonly refused: ReadRefusal }

/** The text of a file: unpacked where it is gzip or zlib, decoded as its first bytes show, else as UTF-8. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Unpacked> {
  if (bytes.length > LARGEST_FILE_BYTES) return { refused: 'too_large' }
  if (startsWith(bytes, ZIP)) return { refused: 'zip' }
  if (OTHER_PACKINGS.some((signature) => startsWith(bytes, signature))) return { refused: 'other_packing' }
  if (startsWith(bytes, GZIP)) return decoded(await gunzip(bytes, LARGEST_FILE_BYTES), 'bad_gzip')
  if (isZlib(bytes)) return decoded(await decompress(bytes, 'deflate', LARGEST_FILE_BYTES), 'bad_zlib')
  return decode(bytes)
}

const ZIP = [0x50, 0x4b]
const GZIP = [0x1f, 0x8b]
const OTHER_PACKINGS = [
  [0x28, 0xb5, 0x2f, 0xfd], // Zstandard
  [0x04, 0x22, 0x4d, 0x18], // LZ4
  [0x42, 0x5a, 0x68], // bzip2, "BZh"
  [0xfd, 0x37, 0x7a, 0x58, 0x5a], // xz
  [0x37, 0x7a, 0xbc, 0xaf], // 7-Zip
  [0x52, 0x61, 0x72, 0x21, 0x1a], // RAR, "Rar!"
]

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte)
}

/** RFC 1950, 2.2: method 8, window of 32 KiB, and both bytes together a multiple of 31. No JSON begins with an x. */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return method === 0x78 && (256 * method + flags) % 31 === 0
}

function decoded(unpacked: Uint8Array | typeof TOO_LARGE | null, damaged: ReadRefusal): Unpacked {
  if (unpacked === TOO_LARGE) return { refused: 'too_large' }
  return unpacked === null ? { refused: damaged } : decode(unpacked)
}

/** JSON has two ASCII characters first (RFC 4627, 3), so that zeros among four bytes show the encoding. */
function decode(bytes: Uint8Array): Unpacked {
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  if (/^(?:00|xx00$|x000$)/.test(zeros)) return { refused: isText32(bytes) ? 'utf_32' : 'binary' }
  if (startsWith(bytes, [0xff, 0xfe]) || zeros === 'x0x0') return decodeAs('utf-16le', bytes)
  if (startsWith(bytes, [0xfe, 0xff]) || zeros === '0x0x') return decodeAs('utf-16be', bytes)
  // HAR's JSON has only white space below a space, and that is never a NUL.
  if (bytes.subarray(0, 4_096).includes(0)) return { refused: 'binary' }
  // Takes the mark away, and reads on where bytes are no UTF-8: some tools put bodies in as they came.
  return decodeAs('utf-8', bytes)
}

function decodeAs(encoding: 'utf-8' | 'utf-16le' | 'utf-16be', bytes: Uint8Array): Unpacked {
  return { text: new TextDecoder(encoding).decode(bytes) }
}

/** A character's four bytes are a number below 0x110000, in one order or the other. */
function isText32(bytes: Uint8Array): boolean {
  if (bytes.length < 8 || bytes.length % 4 !== 0) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 400))
  return [true, false].some((isLittleEndian) =>
    Array.from({ length: Math.floor(view.byteLength / 4) }, (_, i) =>
      view.getUint32(4 * i, isLittleEndian),
    ).every((character) => character > 0 && character < 0x11_0000),
  )
}
