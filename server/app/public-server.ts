import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { inTurn } from '../http/in-turn.ts'
import { limitConnections } from '../http/limit-connections.ts'
import { TIME_LIMITS } from '../http/listening.ts'
import { refuseTunnel } from '../http/request-target.ts'
import type { App } from './app.ts'

/**
 * Nothing moves on a connection for so long: who asked does not read. Longer than any answer takes to make. Node may wait
 * for it a second time where a part had been sent meanwhile.
 */
const IDLE_MS = 20_000
const MAX_HEADERS = 64
const MAX_CONNECTIONS = 2_000

interface PublicServerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Open connections of one address (IPv6: of one /56); 0 for any number, as where a proxy makes all of them. */
  readonly connectionsPerAddress: number
}

/** The server of everybody. Resolves when it listens; rejects with the system's error. */
export async function startPublicServer(app: App, options: PublicServerOptions): Promise<Server> {
  const server = createServer(
    TIME_LIMITS,
    inTurn(app.handler, () => app.refused('pipelined')),
  )
  server.setTimeout(IDLE_MS)
  server.maxHeadersCount = MAX_HEADERS
  limitConnections(server, {
    inAll: MAX_CONNECTIONS,
    perAddress: options.connectionsPerAddress,
    onRefused: app.refused,
  })
  server.on('connect', refuseTunnel)
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return server
}
