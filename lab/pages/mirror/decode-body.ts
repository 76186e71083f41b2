import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { withoutChunks } from './chunked-body.ts'
import type { DecodingBudget } from './decoding-budget.ts'
import { type HeaderFields, listValues } from './header-fields.ts'
import type { HttpMessage } from './http-message.ts'
import { WARC_LIMITS } from './warc-limits.ts'

const CHUNK = { chunkSize: 64 * 1024 }

/** Content codings (RFC 9110, 8.4.1; RFC 7932; RFC 8878) as browsers know them, by name. */
const DECODERS: Readonly<Record<string, (data: Buffer) => Transform>> = {
  gzip: () => createGunzip(CHUNK),
  'x-gzip': () => createGunzip(CHUNK),
  // Some send deflate data without the zlib format around them, and browsers take both (RFC 9110, 8.4.1.2).
  deflate: (data) => (hasZlibHeader(data) ? createInflate(CHUNK) : createInflateRaw(CHUNK)),
  br: () => createBrotliDecompress(CHUNK),
  // 8 MiB, the window that browsers allow (RFC 9659).
  zstd: () => createZstdDecompress({ ...CHUNK, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** RFC 1950, 2.2: compression method 8, and both bytes together a multiple of 31. */
function hasZlibHeader(data: Buffer): boolean {
  return data.length >= 2 && ((data[0] ?? 0) & 0x0f) === 8 && data.readUInt16BE() % 31 === 0
}

/**
 * The body without its transfer and content codings: the one that was applied last is undone first.
 * @throws Error where a coding is not known, the data are not of it, or they are more than one body may have
 * @throws TooManyDecodedBytes where all bodies of the file together have more than they may
 */
export async function decodeBody(
  { headers, body }: HttpMessage,
  budget: DecodingBudget,
  maxBytes: number = WARC_LIMITS.bodyBytes,
): Promise<Buffer> {
  if (body === null) throw new Error('the head before it has no end')
  const codings = ['content-encoding', 'transfer-encoding']
    .flatMap((name) => listValues(headers, name))
    .map((coding) => coding.toLowerCase())
    .filter((coding) => coding !== 'identity')
  const announced = codings.includes('chunked') ? null : contentLength(headers)
  if (announced !== null && body.length < announced)
    throw new Error(`of ${announced} bytes only ${body.length} were archived`)
  let data = body
  for (const coding of codings.toReversed()) {
    if (data.length === 0) break
    data = coding === 'chunked' ? withoutChunks(data) : await decoded(data, coding, budget, maxBytes)
  }
  if (codings.some((coding) => coding !== 'chunked')) return data
  budget.spend(data.length)
  // It would hold the whole record.
  return Buffer.from(data)
}

async function decoded(
  data: Buffer,
  coding: string,
  budget: DecodingBudget,
  maxBytes: number,
): Promise<Buffer> {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.(data) : undefined
  if (decoder === undefined)
    throw new Error(/^[a-z\d-]{1,20}$/.test(coding) ? `unknown coding ${coding}` : 'unknown coding')
  const parts: Buffer[] = []
  let haveBytes = 0
  decoder.end(data)
  // Leaving the loop ends the decoder.
  for await (const part of decoder as AsyncIterable<Buffer>) {
    haveBytes += part.length
    budget.spend(part.length)
    if (haveBytes > maxBytes) throw new Error(`it decodes to more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Null where the message does not say it, or contradicts itself. */
function contentLength(headers: HeaderFields): number | null {
  const [length = '', ...others] = new Set(listValues(headers, 'content-length'))
  return others.length === 0 && /^\d{1,15}$/.test(length) ? Number(length) : null
}
