import type { Socket } from 'node:net'

/** Behaviours below TLS and HTTP: what the server does with a connection. */
export const RAW_BEHAVIOURS: Readonly<Record<string, (socket: Socket) => void>> = {
  /** Accepts, reads, says nothing, keeps the connection. */
  'accept-silent': (socket) => {
    socket.resume()
  },
  'reset-on-accept': (socket) => {
    socket.resetAndDestroy()
  },
  /** Reads the ClientHello, then ends the connection in order. */
  'close-in-handshake': (socket) => {
    socket.once('data', () => socket.end())
  },
  'reset-in-handshake': (socket) => {
    socket.once('data', () => socket.resetAndDestroy())
  },
  /** Begins a TLS record that it never ends: 100 bytes are promised and five come. */
  'tls-stall': (socket) => {
    socket.once('data', () => socket.write(Buffer.from([HANDSHAKE, 3, 3, 0, 100, SERVER_HELLO, 0, 0, 96, 3])))
    socket.resume()
  },
  /** A fatal unrecognized_name (RFC 6066, 3), as of a server that does not know the host. */
  'tls-alert': (socket) => {
    socket.once('data', () => socket.end(Buffer.from([ALERT, 3, 3, 0, 2, FATAL, UNRECOGNIZED_NAME])))
  },
  /** What a web server without TLS says to a ClientHello. */
  'clear-http': (socket) => {
    socket.once('data', () =>
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    )
  },
  /** What an SSH server says, on a port where TLS is expected. */
  'not-tls': (socket) => {
    socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2p1\r\n'))
  },
}

/** TLS content types, handshake types and alerts (RFC 8446, B.1, B.2, B.3). */
const ALERT = 21
const HANDSHAKE = 22
const SERVER_HELLO = 2
const FATAL = 2
const UNRECOGNIZED_NAME = 112
