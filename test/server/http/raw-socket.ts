import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to a server, by what it is sent and what comes back as bytes. */
export interface RawSocket extends Disposable {
  readonly socket: Socket
  /** All that has come so far. */
  readonly received: () => string
  /** Settles when the other side has ended it, or it was reset. */
  readonly closed: Promise<void>
}

/** `from`: the address of this machine that it comes from. */
export async function rawSocket(address: string, from = '127.0.0.1'): Promise<RawSocket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), localAddress: from })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let received = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece
  })
  await once(socket, 'connect')
  socket.on('error', () => {
    // Reset: `closed` tells.
  })
  return { socket, received: () => received, closed, [Symbol.dispose]: () => void socket.destroy() }
}
