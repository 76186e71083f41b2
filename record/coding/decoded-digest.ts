import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { RECORDING_LIMITS } from '../folder/limits.ts'
import { decoderOf } from './decoders.ts'

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
export async function decodedDigest(
  file: string,
  contentEncoding: string | null,
  maxBytes: number = RECORDING_LIMITS.bodyBytes,
): Promise<Digest | null> {
  const start = await firstBytes(file)
  const codings = contentCodings(contentEncoding).toReversed()
  if (codings.some((coding) => DICTIONARY_CODINGS.has(coding))) return null
  const found = codings.map((coding, place) => decoderOf(coding, place === 0 ? start : null))
  // As browsers do it: where they do not know one of the codings they undo none.
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
          if (bytes > maxBytes) throw new Error('too much')
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
