import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import type { KeyPair } from './certificates.ts'

export interface StreamServer extends AsyncDisposable {
  readonly port: number
  /** Connections accepted so far. */
  readonly accepted: number
  /** Connections that are open now. */
  readonly open: number
}

/** A TCP server on a loopback address that does with each connection what a function says. */
export async function serveStream(
  handle: (socket: net.Socket) => void,
  host = '127.0.0.1',
): Promise<StreamServer> {
  return serve(net.createServer(), 'connection', handle, host)
}

/** The same over TLS: `handle` gets the connection after the handshake, and what resets it at the TCP level. */
export async function serveTls(
  options: KeyPair & tls.TlsOptions,
  handle: (socket: tls.TLSSocket, reset: () => void) => void,
): Promise<StreamServer> {
  const server = tls.createServer(options)
  const below = new Map<number | undefined, net.Socket>()
  server.on('connection', (socket: net.Socket) => below.set(socket.remotePort, socket))
  const secured = (socket: net.Socket) => {
    const { remotePort } = socket
    handle(socket as tls.TLSSocket, () => below.get(remotePort)?.resetAndDestroy())
  }
  return serve(server, 'secureConnection', secured, '127.0.0.1')
}

async function serve(
  server: net.Server,
  event: string,
  handle: (socket: net.Socket) => void,
  host: string,
): Promise<StreamServer> {
  const open = new Set<net.Socket>()
  let accepted = 0
  server.on('connection', (socket: net.Socket) => {
    accepted += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
  })
  // A client that goes away in the handshake is what some tests are about.
  server.on('tlsClientError', () => {})
  server.on(event, (socket: net.Socket) => {
    socket.on('error', () => {})
    handle(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get accepted() {
      return accepted
    },
    get open() {
      return open.size
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
