import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { HardListener } from './hard-listener.ts'
import { HARD_PAGES } from './hard-pages.ts'
import { PLANTED_PAGES } from './pages/planted.ts'
import { HardServer } from './serve-hard.ts'
import { buildPage } from './shape/hard-page.ts'
import { acceptWebSocket } from './web-socket.ts'

/** Longer than Caddy keeps an idle connection, so that it never sends a request on one that is being closed. */
const KEEP_ALIVE_MS = 600_000

/** Listens for all that the hard pages ask for. */
export function listenHard(listeners: readonly HardListener[]): void {
  const answers = [...HARD_PAGES, ...PLANTED_PAGES].flatMap((page) => buildPage(page).answers)
  const hard = new HardServer(answers, Math.random)
  for (const { address, port, tls } of listeners) {
    const server =
      tls === null
        ? createServer()
        : createSecureServer({
            cert: readFileSync(tls.certFile),
            key: readFileSync(tls.keyFile),
            ALPNProtocols: ['http/1.1'],
          })
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.on('request', (request, response) => {
      // The browser may be gone in the middle of anything.
      hard.respond(request, response).catch(() => response.destroy())
    })
    server.on('upgrade', acceptWebSocket)
    server.on('clientError', (_, socket) => socket.destroy())
    server.listen(port, address)
  }
}
