import type { Writable } from 'node:stream'

/** Writes the chunk over and over, as fast as the client reads. */
export function pour(stream: Writable, chunk: Buffer): void {
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
  }
  stream.on('drain', more)
  more()
}
