import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { RECORDING_LIMITS } from '../folder/limits.ts'

const CHUNK = { chunkSize: 64 * 1024 }

/** Content codings (RFC 9110, 8.4.1; RFC 7932; RFC 8878) as browsers know them, by name. `start`: of the coded data, where known. */
const DECODERS: Readonly<Record<string, (start: Buffer | null) => Transform>> = {
  gzip: () => createGunzip(CHUNK),
  'x-gzip': () => createGunzip(CHUNK),
  // Some send deflate data without the zlib format around them, and browsers take both (RFC 9110, 8.4.1.2).
  deflate: (start) =>
    start === null || hasZlibHeader(start) ? createInflate(CHUNK) : createInflateRaw(CHUNK),
  br: () => createBrotliDecompress(CHUNK),
  // 8 MiB, the window that browsers allow (RFC 9659).
  zstd: () => createZstdDecompress({ ...CHUNK, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** RFC 1950, 2.2: compression method 8, and both bytes together a multiple of 31. */
function hasZlibHeader(data: Buffer): boolean {
  return data.length >= 2 && ((data[0] ?? 0) & 0x0f) === 8 && data.readUInt16BE() % 31 === 0
}

/** Returns null for a coding that is not known. */
function decoderOf(coding: string, start: Buffer | null): Transform | null {
  return Object.hasOwn(DECODERS, coding) ? (DECODERS[coding]?.(start) ?? null) : null
}

export interface Digest {
  readonly sha256: string
  readonly bytes: number
}

/** Content codings of a Content-Encoding field, in the order in which they were applied. */
export function contentCodings(contentEncoding: string | null): string[] {
  return (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
}

/** SHA-256 and length of a file without its content codings; null where it does not decode, or decodes to too much. */
export async function decodedDigest(file: string, contentEncoding: string | null): Promise<Digest | null> {
  const start = await firstBytes(file)
  const codings = contentCodings(contentEncoding).toReversed()
  if (codings.some((coding) => DICTIONARY_CODINGS.has(coding))) return null
  const found = codings.map((coding, place) => decoderOf(coding, place === 0 ? start : null))
  // Browsers undo none of the codings where they do not know one.
  const decoders = found.includes(null) ? [] : found
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline([
      createReadStream(file),
      ...decoders.filter((decoder) => decoder !== null),
      async (parts: AsyncIterable<Buffer>) => {
        for await (const part of parts) {
          bytes += part.length
          if (bytes > RECORDING_LIMITS.bodyBytes) throw new Error('too much')
          hash.update(part)
        }
      },
    ])
  } catch {
    return null
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** Known to browsers, and not to be undone without another response (RFC 9842). */
const DICTIONARY_CODINGS = new Set(['dcb', 'dcz'])

async function firstBytes(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return buffer.subarray(0, bytesRead)
}
