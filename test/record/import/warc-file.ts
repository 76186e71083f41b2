import { brotliCompressSync, gzipSync } from 'node:zlib'

export interface WarcExchange {
  readonly url: string
  readonly status?: string
  readonly method?: string
  readonly referer?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Records of a WARC file: a response, then its request, as pywb writes them. */
export function warcRecordsOf(exchanges: readonly WarcExchange[], version = '1.0'): Buffer[] {
  return exchanges.flatMap(({ url, status = '200 OK', method = 'GET', referer, headers = {}, body = '' }) => [
    record(version, 'response', url, message(`HTTP/1.1 ${status}`, headers, body)),
    record(
      version,
      'request',
      url,
      message(`${method} / HTTP/1.1`, referer === undefined ? {} : { Referer: referer }, ''),
    ),
  ])
}

/** The whole file, each record gzipped by itself as is usual. */
export const gzipped = (records: readonly Buffer[]): Buffer =>
  Buffer.concat(records.map((each) => gzipSync(each)))

export function record(
  version: string,
  type: string,
  url: string,
  block: Buffer,
  more: readonly string[] = [],
): Buffer {
  // 1.0's grammar has the angle brackets.
  const target = version === '1.0' ? `<${url}>` : url
  const head = [
    `WARC/${version}`,
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${target}`,
    'WARC-Date: 2026-11-21T10:00:00Z',
    ...more,
    `Content-Length: ${block.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')])
}

export function message(
  start: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${start}\r\n${lines.join('')}\r\n`), Buffer.from(body)])
}

export const inChunks = (body: Buffer, chunkBytes: number): Buffer =>
  Buffer.concat([
    ...Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, index) => {
      const chunk = body.subarray(index * chunkBytes, (index + 1) * chunkBytes)
      return Buffer.concat([Buffer.from(`${chunk.length.toString(16)};x=y\r\n`), chunk, Buffer.from('\r\n')])
    }),
    Buffer.from('0\r\n\r\n'),
  ])

export const brotli = (body: string): Buffer => brotliCompressSync(Buffer.from(body))
