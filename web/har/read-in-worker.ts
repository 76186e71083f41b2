import type { ImportedFile, ImportedLoad } from './imported-file.ts'
import { LARGEST_FILE_BYTES } from './unpack.ts'

export interface Reader<Load extends ImportedLoad = ImportedLoad> {
  ask(file: Blob): Promise<ImportedFile<Load>>
  /** Ends at once, whatever it is doing. */
  end(): void
}

/** safety.md P11. */
export const READ_LIMIT_MS = 10_000

/** Has a file read by a worker of its own, which is ended in any case. @param limitMs default 10 s */
export async function readInWorker<Load extends ImportedLoad>(
  file: Blob,
  open: () => Reader<Load>,
  limitMs = READ_LIMIT_MS,
): Promise<ImportedFile<Load>> {
  if (file.size > LARGEST_FILE_BYTES) return { refused: 'too_large' }
  const reader = open()
  const late = Promise.withResolvers<ImportedFile<Load>>()
  const timer = setTimeout(() => late.resolve({ refused: 'too_slow' }), limitMs)
  try {
    return await Promise.race([reader.ask(file), late.promise])
  } finally {
    clearTimeout(timer)
    reader.end()
  }
}
