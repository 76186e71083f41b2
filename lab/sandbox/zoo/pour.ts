import type { Writable } from 'node:stream'

/** Writes the chunk over and over, as fast as the client reads. */
export function pour(stream: Writable, chunk: Buffer): void {
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
  }
  stream.on('drain', more)
  more()
}

/** Datagrams sent at a time, one time a millisecond: what is faster the client's kernel drops. */
const BATCH = 10

/** Sends datagrams as fast as a client can read them, until there are no more of them. */
export function pourDatagrams(datagrams: Iterable<Buffer>, send: (datagram: Buffer) => void): void {
  const left = datagrams[Symbol.iterator]()
  const sendBatch = (): void => {
    for (let count = 0; count < BATCH; count += 1) {
      const next = left.next()
      if (next.done === true) return
      send(next.value)
    }
    setTimeout(sendBatch, 1)
  }
  sendBatch()
}
