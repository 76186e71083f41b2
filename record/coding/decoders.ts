import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

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

/** Null for a coding that is not known. */
export function decoderOf(coding: string, start: Buffer | null): Transform | null {
  return Object.hasOwn(DECODERS, coding) ? (DECODERS[coding]?.(start) ?? null) : null
}
