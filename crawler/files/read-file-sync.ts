import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import type { FileOptions } from './read-file.ts'
import { demandPlainFile, RefusedFile } from './refused-file.ts'

/** As `readText`, where a parser waits for no file. */
export function readTextSync(
  file: string,
  { maxBytes, within }: Pick<FileOptions, 'maxBytes' | 'within'>,
): string {
  demandPlainFile(file, within === undefined ? statSync(file) : lstatSync(file))
  const noFollow = within === undefined ? 0 : constants.O_NOFOLLOW
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | noFollow)
  try {
    const opened = fstatSync(descriptor)
    demandPlainFile(file, opened)
    const parts: Buffer[] = []
    for (let at = 0; at <= maxBytes; ) {
      const buffer = Buffer.allocUnsafe(Math.min(1 << 18, maxBytes - at + 1))
      const bytesRead = readSync(descriptor, buffer, 0, buffer.length, at)
      if (bytesRead === 0) return Buffer.concat(parts).toString()
      parts.push(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    throw new RefusedFile(file, 'long', `it has more than ${maxBytes} bytes`)
  } finally {
    closeSync(descriptor)
  }
}
