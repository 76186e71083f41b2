import { type HeaderFields, listValues } from '../warc/header-fields.ts'
import type { HttpMessage } from '../warc/http-message.ts'
import { WARC_LIMITS } from '../warc/warc-limits.ts'
import { withoutChunks } from './chunked-body.ts'
import { decoderOf } from './decoders.ts'
import type { DecodingBudget } from './decoding-budget.ts'

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
  const decoder = decoderOf(coding, data)
  if (decoder === null)
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
