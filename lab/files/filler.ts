import { createHash } from 'node:crypto'

/** Makes so many bytes that no coding makes smaller, the same for the same label: SHAKE256 (FIPS 202) of it. */
export function filler(label: string, sizeBytes: number): Buffer {
  return createHash('shake256', { outputLength: sizeBytes }).update(label).digest()
}

/** Makes so many characters of `[A-Za-z0-9+/]`, of which a coding saves at most a quarter. They end no comment. */
export function fillerText(label: string, sizeBytes: number): string {
  return filler(label, Math.ceil((sizeBytes * 3) / 4))
    .toString('base64')
    .slice(0, sizeBytes)
}

/**
 * Fills a text up with a comment to exactly so many bytes.
 * @throws RangeError where it is longer
 */
export function padded(text: string, sizeBytes: number, [open, close]: Comment, label: string): Buffer {
  const restBytes = sizeBytes - Buffer.byteLength(text)
  if (restBytes < 0)
    throw new RangeError(
      `${label}: its links take ${sizeBytes - restBytes} bytes, more than its ${sizeBytes}`,
    )
  const fillBytes = restBytes - open.length - close.length
  const rest = fillBytes < 0 ? '\n'.repeat(restBytes) : `${open}${fillerText(label, fillBytes)}${close}`
  return Buffer.from(text + rest)
}

export type Comment = readonly [open: string, close: string]
