import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Size that a bomb unpacks to. On the wire it is 65 kB by gzip, 12 kB by brotli. */
const UNPACKED_BYTES = 64 * 1024 * 1024

const made = new Map<'gzip' | 'br', Buffer>()

/** Made when first asked for: it takes a quarter of a second. */
export function bomb(coding: 'gzip' | 'br'): Buffer {
  const known = made.get(coding)
  if (known) return known
  const zeros = Buffer.alloc(UNPACKED_BYTES)
  const packed =
    coding === 'gzip'
      ? gzipSync(zeros, { level: 9 })
      : brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  made.set(coding, packed)
  return packed
}
