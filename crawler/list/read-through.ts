import { createReadStream } from 'node:fs'
import { pipeline, type Transform } from 'node:stream'

/** The file, or a part of it, through an unpacker. */
export async function* readThrough(
  path: string,
  unpacker: Transform,
  signal: AbortSignal,
  range: { readonly start?: number; readonly end?: number } = {},
): AsyncGenerator<Uint8Array> {
  const stream = pipeline(createReadStream(path, { ...range, signal }), unpacker, () => {
    // The reader below gets the error from the stream itself, and leaving early is no error.
  })
  for await (const chunk of stream) yield chunk
}
