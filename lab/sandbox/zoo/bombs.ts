import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Size that a bomb unpacks to. On the wire it is 65 kB by gzip, 12 kB by brotli. */
const UNPACKED_BYTES = 64 * 1024 * 1024

const bombByCoding = new Map<'gzip' | 'br', Buffer>()

/** Made when first asked for: it takes a quarter of a second. */
export function bomb(coding: 'gzip' | 'br'): Buffer {
  const known = bombByCoding.get(coding)
  if (known) return known
  const zeros = Buffer.alloc(UNPACKED_BYTES)
  const packed =
    coding === 'gzip'
      ? gzipSync(zeros, { level: 9 })
      : brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  bombByCoding.set(coding, packed)
  return packed
}

/** Half of 500 kB names agents, half gives rules to all of them: groups times rules to a parser that keeps each pair. */
export function robotsBomb(): string {
  const agents = Array.from({ length: 16_000 }, (_, n) => `User-agent: a${n}\n`).join('')
  return agents + 'Allow:/\n'.repeat(28_000)
}

/** A robots.txt without end repeats this. */
export const ENDLESS_ROBOTS = Buffer.from(`User-agent: *\n${'Allow: /\n'.repeat(1_000)}`)
