import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that keeps every byte which goes there. */
export interface RecordingWire extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, which leads to the server. */
  readonly origin: string
  /** All that has been sent, of all connections together. */
  sent(): Buffer
}

export async function openRecordingWire(to: string): Promise<RecordingWire> {
  const { hostname, port } = new URL(to)
  const parts: Buffer[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Either end may go away at any time.
    return socket.on('error', () => socket.destroy())
  }
  const wire = createServer((from) => {
    const server = keep(connect(Number(port), hostname))
    keep(from).on('data', (part: Buffer) => void parts.push(part))
    from.pipe(server).pipe(from)
  })
  wire.listen(0, '127.0.0.1')
  await once(wire, 'listening')
  return {
    origin: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(parts),
    async [Symbol.asyncDispose]() {
      const closed = once(wire, 'close')
      wire.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
