import { pipeline, type Transform } from 'node:stream'
import { readParts } from '../files/read-file.ts'

/** Longest list that is read, as it lies on the disk: a hundred times Tranco's. */
export const MAX_LIST_BYTES = 2_000_000_000

/** The file, or a part of it from `start` to before `end`, through an unpacker. */
export async function* readThrough(
  path: string,
  unpacker: Transform,
  signal: AbortSignal,
  range: { readonly start?: number; readonly end?: number } = {},
): AsyncGenerator<Uint8Array> {
  const parts = readParts(path, { ...range, maxBytes: MAX_LIST_BYTES, signal })
  const stream = pipeline(parts, unpacker, () => {
    // The reader below gets the error from the stream itself, and leaving early is no error.
  })
  for await (const chunk of stream) yield chunk
}
