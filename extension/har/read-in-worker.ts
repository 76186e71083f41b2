import type { ImportedFile } from './imported-file.ts'
import { LARGEST_FILE_BYTES } from './unpack.ts'

export interface ReadRequest {
  readonly file: Blob
  /** UTC, YYYY-MM-DD. */
  readonly today: string
}

/** A worker that reads one file. */
export interface Reader {
  ask(request: ReadRequest): Promise<ImportedFile>
  /** At once, whatever it is doing. */
  end(): void
}

/** safety.md P11. */
export const READ_LIMIT_MS = 10_000

/** Has a file read by a worker of its own, which is ended in any case. @param limitMs default 10 s */
export async function readInWorker(
  request: ReadRequest,
  open: () => Reader,
  limitMs = READ_LIMIT_MS,
): Promise<ImportedFile> {
  if (request.file.size > LARGEST_FILE_BYTES) return { refused: 'too_large' }
  const reader = open()
  const late = Promise.withResolvers<ImportedFile>()
  const timer = setTimeout(() => late.resolve({ refused: 'too_slow' }), limitMs)
  try {
    return await Promise.race([reader.ask(request), late.promise])
  } finally {
    clearTimeout(timer)
    reader.end()
  }
}
