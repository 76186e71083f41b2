import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { KeyPair } from '../servers/certificates.ts'

/** A PostgreSQL server's Unix socket on a TCP port of 127.0.0.1; with a certificate, over TLS alone. */
export interface TcpFront extends AsyncDisposable {
  readonly port: number
  /** The server's URL over TCP. */
  readonly url: string
  /** From here on nothing arrives on the connections that are there, and none of them ends: as where a network is cut. */
  cut(): void
}

export async function tcpFront(url: string, certificate: KeyPair | null = null): Promise<TcpFront> {
  const folder = new URL(url).searchParams.get('host') ?? ''
  const sockets = new Set<Socket>()
  const front = createServer((client) => {
    const server = createConnection(`${folder}/.s.PGSQL.5432`)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    if (certificate === null) return void client.pipe(server).pipe(client)
    // The client's SSLRequest.
    client.once('data', () => {
      client.write('S')
      const secure = new TLSSocket(client, { isServer: true, ...certificate })
      sockets.add(secure)
      secure.on('error', () => client.destroy())
      secure.pipe(server).pipe(secure)
    })
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo
  return {
    port,
    url: `postgres://towline@127.0.0.1:${port}/postgres`,
    cut() {
      for (const socket of sockets) socket.unpipe()
    },
    async [Symbol.asyncDispose]() {
      front.close()
      for (const socket of sockets) socket.destroy()
      await once(front, 'close')
    },
  }
}
