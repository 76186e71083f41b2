/**
 * A server of HTTP/1.1 with a known fault, on an address of the lab: `planted-server.ts ORDER`, JSON. It answers every
 * path with as many bytes as the path's number says.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { work } from './planted-work.ts'

export interface PlantedOrder {
  readonly certFile: string
  readonly keyFile: string
  readonly address: string
  readonly port: number
  /** Whether each request takes `work` beside its answer. */
  readonly works: boolean
  /** Connections that it serves at a time; others are closed at once. Null: all. */
  readonly mostConnections: number | null
}

const order = JSON.parse(process.argv[2] ?? '') as PlantedOrder
const server = createServer(
  { cert: readFileSync(order.certFile), key: readFileSync(order.keyFile), keepAliveTimeout: 600_000 },
  (request, response) => {
    if (order.works) work()
    response.end('x'.repeat(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)))
  },
)
if (order.mostConnections !== null) server.maxConnections = order.mostConnections
server.listen(order.port, order.address)
