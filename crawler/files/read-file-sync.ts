import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import { CHUNK_BYTES, type FileOptions, OPEN_FLAGS } from './read-file.ts'
import { demandPlainFile, RefusedFile } from './refused-file.ts'

/** Does the same as `readText`, where a parser waits for no file. */
export function readTextSync(
  file: string,
  { maxBytes, within }: Pick<FileOptions, 'maxBytes' | 'within'>,
): string {
  demandPlainFile(file, within === undefined ? statSync(file) : lstatSync(file))
  const descriptor = openSync(file, OPEN_FLAGS | (within === undefined ? 0 : constants.O_NOFOLLOW))
  try {
    const opened = fstatSync(descriptor)
    demandPlainFile(file, opened)
    const parts: Buffer[] = []
    for (let at = 0; at <= maxBytes; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, maxBytes - at + 1))
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
