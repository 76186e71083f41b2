import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** RFC 6455, 1.3. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
/** One text message, `hello`, unmasked (RFC 6455, 5.2). */
const HELLO = Buffer.from([0x81, 5, ...Buffer.from('hello')])

export function acceptWebSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const key = headers['sec-websocket-key'] ?? ''
  const accept = createHash('sha1').update(`${key}${MAGIC}`).digest('base64')
  socket.on('error', () => socket.destroy())
  socket.resume()
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  )
  socket.write(HELLO)
}
