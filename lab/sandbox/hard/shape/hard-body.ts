import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { filler } from '../../../files/filler.ts'

export type Coding = 'gzip' | 'br' | 'zstd'

const WORDS = [
  'window',
  'function',
  'return',
  'const',
  'module',
  'exports',
  'value',
  'render',
  'state',
  'node',
]

/** Text of so many bytes that a coding makes about four times smaller, as it does scripts; the same for the same label. */
export function sourceText(label: string, sizeBytes: number): string {
  const bytes = filler(label, Math.ceil(sizeBytes / 4))
  let text = ''
  for (let index = 0; text.length < sizeBytes; index += 1) {
    const byte = bytes[index % bytes.length] ?? 0
    text += byte < 160 ? `${WORDS[byte % WORDS.length]} ` : `${byte.toString(36)}${index}\n`
  }
  return text.slice(0, sizeBytes)
}

export function encoded(body: Buffer, coding: Coding | undefined): Buffer {
  if (coding === 'gzip') return gzipSync(body)
  if (coding === 'zstd') return zstdCompressSync(body)
  if (coding === 'br')
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
  return body
}

/** Servers use this for answers that they make on the fly. */
const QUALITY = 5
