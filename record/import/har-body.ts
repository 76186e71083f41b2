import type { HarEntry } from './har-file.ts'
import type { ImportedBody } from './stored-body.ts'

const NO_BODY = new Set([204, 205, 304])

/** The body of an entry; a text says why one that was sent is not in the file; null where none was sent. */
export function harBody(entry: HarEntry, contentEncoding: string | null): ImportedBody | string | null {
  const { request, response } = entry
  const { status, content, bodySize } = response
  if (status < 200 || NO_BODY.has(status) || request.method === 'HEAD') return null
  const sentBytes = bodySize !== undefined && bodySize >= 0 ? bodySize : null
  if (content?.text === undefined || (content.text === '' && (content.size ?? 0) > 0)) {
    if (content?.size === 0 && sentBytes === 0)
      return { data: Buffer.alloc(0), form: 'sent', sentBytes: 0, isDecoded: true }
    return status >= 300 && status < 400
      ? 'browsers do not read the body of a redirect'
      : 'the HAR has no body of it'
  }
  if (content.encoding?.toLowerCase() === 'base64') {
    const data = Buffer.from(content.text, 'base64')
    return contentEncoding === null
      ? { data, form: 'sent', sentBytes: data.length, isDecoded: true }
      : { data, form: 'decoded', sentBytes, isDecoded: true }
  }
  const { data, isDecoded } = encoded(content.text, charsetOf(entry))
  return { data, form: 'decoded', sentBytes, isDecoded }
}

/** Lower case; null where the response names none. */
function charsetOf({ response: { headers, content } }: HarEntry): string | null {
  const field = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? content?.mimeType
  return /charset\s*=\s*"?([\w:.-]+)/i.exec(field ?? '')?.[1]?.toLowerCase() ?? null
}

const LATIN1 = /^(iso-8859-1|latin1|us-ascii|ascii|windows-1252)$/

/** A text's bytes: a HAR has its characters, whatever the charset that they were sent in. */
function encoded(text: string, charset: string | null): Pick<ImportedBody, 'data' | 'isDecoded'> {
  if (charset === null || charset === 'utf-8' || charset === 'utf8')
    return { data: Buffer.from(text, 'utf8'), isDecoded: true }
  const isAscii = !/[\u0080-\uffff]/.test(text) && !/^(utf-?(16|32)|ucs)/.test(charset)
  // From 0x80 to 0x9f windows-1252 is not ISO 8859-1.
  if (isAscii || (LATIN1.test(charset) && !/[\u0080-\u009f\u0100-\uffff]/.test(text)))
    return { data: Buffer.from(text, 'latin1'), isDecoded: true }
  return { data: Buffer.from(text, 'utf8'), isDecoded: false }
}
