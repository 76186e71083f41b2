import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { KeyPair } from './certificates.ts'

export type WebRequest = IncomingMessage | Http2ServerRequest
export type WebResponse = ServerResponse | Http2ServerResponse
export type Answer = (request: WebRequest, response: WebResponse & NodeJS.WritableStream) => void

/** A web server on 127.0.0.1 that counts what matters to coldness. */
export interface Web extends AsyncDisposable {
  readonly port: number
  /** `http://127.0.0.1:PORT`, for the cleartext one. */
  readonly origin: string
  /** TCP connections accepted. */
  connections: number
  /** TLS handshakes that took up an earlier session. */
  resumptions: number
  readonly requests: {
    readonly url: string
    readonly headers: Record<string, string | string[] | undefined>
  }[]
}

/** Serves HTTP/1.1 in the clear, or, with a key pair, HTTP/2 and HTTP/1.1 over TLS with session tickets. */
export async function startWeb(answer: Answer, pair?: KeyPair): Promise<Web> {
  const server =
    pair === undefined
      ? createServer((request, response) => onRequest(request, response))
      : createSecureServer({ ...pair, allowHTTP1: true }, (request, response) => onRequest(request, response))
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    web.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A browser that is killed resets its connections.
    socket.on('error', () => {})
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.isSessionReused()) web.resumptions += 1
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const web: Web = {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: 0,
    resumptions: 0,
    requests: [],
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  function onRequest(request: WebRequest, response: WebResponse): void {
    web.requests.push({ url: request.url ?? '', headers: request.headers })
    answer(request, response as WebResponse & NodeJS.WritableStream)
  }
  return web
}

/** Answers with a page. */
export function html(response: WebResponse, body: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  ;(response as ServerResponse).end(body)
}
