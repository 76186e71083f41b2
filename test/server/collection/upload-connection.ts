import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One connection that is kept, with one request under way at a time: less work for the machine than a client of HTTP. */
export interface UploadConnection extends Disposable {
  /**
   * Resolves to the status of the answer. A connection that the server closed while nothing was under way is opened
   * anew; rejects where it ends before the answer.
   */
  post(body: string): Promise<number>
}

export async function uploadConnection(url: string): Promise<UploadConnection> {
  const { pathname, host } = new URL(url)
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: `
  let waiting: PromiseWithResolvers<number> | null = null
  const answered = (status: number): void => {
    waiting?.resolve(status)
    waiting = null
  }
  const ended = (): void => {
    waiting?.reject(new Error('the server closed the connection'))
    waiting = null
  }
  let socket = await opened(url, answered, ended)
  return {
    async post(body) {
      if (!socket.writable) socket = await opened(url, answered, ended)
      waiting = Promise.withResolvers<number>()
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return waiting.promise
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

async function opened(url: string, answered: (status: number) => void, ended: () => void): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (piece: string) => {
    received += piece
    const status = statusOf(received)
    if (status === null) return
    received = ''
    answered(status)
  })
  return socket.on('error', ended).on('close', ended)
}

/** Null while the answer is not complete. */
function statusOf(received: string): number | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
  return received.length < headEnd + 4 + length ? null : Number(received.slice(9, 12))
}
