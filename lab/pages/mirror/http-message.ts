import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { fieldsOf } from './warc.ts'

/** An HTTP/1.1 message as archives have it. */
export interface HttpMessage {
  /** `HTTP/1.1 200 OK` or `GET /path HTTP/1.1`. */
  readonly startLine: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

const HEAD_END = '\r\n\r\n'

/** Takes a message apart; its body is left as it was sent. */
export function httpMessage(block: Buffer): HttpMessage {
  const end = block.indexOf(HEAD_END)
  const [startLine = '', ...lines] = block
    .subarray(0, end < 0 ? block.length : end)
    .toString('latin1')
    .split('\r\n')
  const body = end < 0 ? Buffer.alloc(0) : block.subarray(end + HEAD_END.length)
  return { startLine, headers: fieldsOf(lines), body }
}

/** As in LOAD_LIMITS: what decodes to more is a bomb. */
const MAX_BYTES = 50_000_000

const DECODERS: Readonly<
  Record<string, (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/**
 * The body without its codings.
 * @throws Error where one is not known, or the data are not of it
 */
export async function decodedBody({ headers, body }: HttpMessage): Promise<Buffer> {
  const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')
  let data = isChunked ? withoutChunks(body) : body
  const codings = (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  for (const coding of codings.reverse()) {
    if (coding === '' || coding === 'identity' || data.length === 0) continue
    const decode = DECODERS[coding]
    if (decode === undefined) throw new Error(`unknown coding ${coding}`)
    data = await decode(data, { maxOutputLength: MAX_BYTES })
  }
  return data
}

/** RFC 9112, 7.1. Some archives keep the field and not the chunks: a body that begins with no chunk is as it is. */
function withoutChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const line = lineEnd < 0 ? '' : body.subarray(at, lineEnd).toString('latin1')
    const size = /^[\da-f]+(?=\s*(;|$))/i.exec(line)?.[0]
    if (size === undefined) {
      if (at === 0) return body
      throw new Error('a chunk has no length')
    }
    const from = lineEnd + 2
    const sizeBytes = Number.parseInt(size, 16)
    if (sizeBytes === 0) return Buffer.concat(parts)
    if (from + sizeBytes > body.length) throw new Error('its last chunk is cut off')
    parts.push(body.subarray(from, from + sizeBytes))
    at = from + sizeBytes + 2
  }
}
