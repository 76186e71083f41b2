import { withoutChunks } from '../coding/chunked-body.ts'
import { contentCodings } from '../coding/decoded-digest.ts'
import { lastValue, listValues } from '../warc/header-fields.ts'
import type { HttpMessage } from '../warc/http-message.ts'
import type { ImportedBody } from './stored-body.ts'

/** The body of an archived response; a text says why it is not there as it was sent; null where none was. */
export function warcBody(
  { headers, body }: HttpMessage,
  status: number,
  contentEncoding: string | null,
): ImportedBody | string | null {
  if (body === null) return 'the head before it has no end'
  const isEmpty = body.length === 0
  if (isEmpty && (status < 200 || status === 204 || status === 205 || (status >= 300 && status < 400)))
    return null
  const codings = listValues(headers, 'transfer-encoding').map((coding) => coding.toLowerCase())
  if (codings.some((coding) => coding !== 'chunked' && coding !== 'identity'))
    return `unknown transfer coding ${codings.join(', ').slice(0, 40)}`
  let data: Buffer
  try {
    data = codings.includes('chunked') && !isEmpty ? withoutChunks(body) : body
  } catch (error) {
    return `it is damaged (${(error as Error).message})`
  }
  return isDecoded(data, contentEncoding)
    ? { data, form: 'decoded', sentBytes: null, isDecoded: true }
    : { data, form: 'sent', sentBytes: data.length, isDecoded: true }
}

/** Fewer bytes were archived than the response announces. */
export function isBroken({ headers, body }: HttpMessage): boolean {
  if (body === null) return true
  const announced = lastValue(headers, 'content-length') ?? ''
  const isWhole = body.length === 0 || listValues(headers, 'transfer-encoding').length > 0
  return !isWhole && /^\d{1,15}$/.test(announced) && body.length < Number(announced)
}

/** First bytes of data of a coding, where it has such. */
const MAGIC: Readonly<Record<string, string>> = { gzip: '1f8b', 'x-gzip': '1f8b', zstd: '28b52ffd' }

/** Some archives have a body decoded and the field that names its coding all the same. */
function isDecoded(data: Buffer, contentEncoding: string | null): boolean {
  const magic = MAGIC[contentCodings(contentEncoding).at(-1) ?? '']
  return magic !== undefined && data.length > 0 && !data.toString('hex', 0, 4).startsWith(magic)
}
