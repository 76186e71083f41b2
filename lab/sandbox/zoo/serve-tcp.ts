import { readFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { HTTP1_BEHAVIOURS } from './http1.ts'
import { respondWithPage, robotsFault, serveRequests } from './http1-requests.ts'
import { HTTP2_BEHAVIOURS, HTTP2_RAW_BEHAVIOURS } from './http2.ts'
import type { ZooListener } from './listener.ts'

/** Behaviours below TLS and HTTP: what the server does with a connection. */
const RAW_BEHAVIOURS: Readonly<Record<string, (socket: Socket) => void>> = {
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
  /** A web server without TLS says this to a ClientHello. */
  'clear-http': (socket) => {
    socket.once('data', () =>
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    )
  },
  /** An SSH server says this, on a port where TLS is expected. */
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

/** nghttp2 else refuses to send more than 64 KiB of headers. */
const HEADER_BLOCK_BYTES = 4 * 1024 * 1024

/** Serves the behaviour by its name: below TLS, in HTTP/1.1 (over TLS where there is a certificate), or in HTTP/2. */
export function serveTcp(listener: ZooListener): void {
  const { behaviour, address, port } = listener
  serverOf(listener)
    .on('error', (error) => {
      // A port that cannot be had is the sandbox's fault, and must end it.
      throw new Error(`zoo: ${behaviour.name} at ${address} ${port}: ${error.message}`)
    })
    .listen({ host: address, port, backlog: 4096 })
}

function serverOf(listener: ZooListener): Server | Http2SecureServer {
  const { name } = listener.behaviour
  const raw = RAW_BEHAVIOURS[name]
  if (raw) return createServer({ noDelay: true }, (socket) => raw(calm(socket)))
  const http1 = HTTP1_BEHAVIOURS[name]
  if (http1) {
    const serve = (socket: Socket) =>
      serveRequests(
        calm(socket),
        (path) => http1(socket, path, listener.behaviour),
        robotsFault(listener.behaviour),
      )
    return listener.certFile === null ? createServer({ noDelay: true }, serve) : tlsServer(listener, serve)
  }
  const rawHttp2 = HTTP2_RAW_BEHAVIOURS[name]
  if (rawHttp2) {
    return tlsServer(
      { ...listener, behaviour: { alpn: ['h2', 'http/1.1'], ...listener.behaviour } },
      (socket) => {
        calm(socket)
        if (socket.alpnProtocol === 'h2') rawHttp2(socket)
        else serveRequests(socket, () => respondWithPage(socket))
      },
    )
  }
  const http2 = HTTP2_BEHAVIOURS[name]
  if (http2) {
    const server = createSecureServer({
      ...tlsOptions(listener),
      allowHTTP1: listener.behaviour.h2Only !== true,
      maxSendHeaderBlockLength: HEADER_BLOCK_BYTES,
    })
    return http2(server, robotsFault(listener.behaviour) !== null)
  }
  throw new Error(`zoo: there is no behaviour '${name}'`)
}

function tlsServer(listener: ZooListener, serve: (socket: TLSSocket) => void): Server {
  return createTlsServer(tlsOptions(listener), serve)
    .on('connection', (socket: Socket) => socket.setNoDelay(true))
    .on('tlsClientError', (_, socket) => socket.destroy())
}

function tlsOptions({ certFile, keyFile, behaviour }: ZooListener): TlsOptions {
  if (certFile === null || keyFile === null) throw new Error(`zoo: ${behaviour.name} needs a certificate`)
  const { alpn = ['http/1.1'], clientCertificate } = behaviour
  return {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    ...(Array.isArray(alpn) && { ALPNProtocols: alpn as string[] }),
    // A TLS 1.3 client has sent its request by the time that it is refused; up to 1.2 the handshake fails.
    ...(clientCertificate !== undefined && { requestCert: true, rejectUnauthorized: true }),
    ...(clientCertificate === '1.2' && { maxVersion: 'TLSv1.2' }),
  }
}

/** Clients of the zoo leave when they have seen enough: their resets are no news. */
function calm<S extends Socket>(socket: S): S {
  return socket.on('error', () => socket.destroy())
}
