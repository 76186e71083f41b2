import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import express, { type Express } from 'express'
import type { Registry } from 'prom-client'
import { VisitorLimits } from '../collection/visitor-limits.ts'
import { inTurn } from '../http/in-turn.ts'
import { limitConnections } from '../http/limit-connections.ts'
import { demandOneHost } from '../http/one-host.ts'
import { refuseTunnel } from '../http/request-target.ts'
import { securityHeaders } from '../http/security-headers.ts'

/** The only address it listens on: what is shown here is for the operator (safety.md ING-14). */
const HOST = '127.0.0.1'
/** A collector or two, and a person. */
const MOST_CONNECTIONS = 32
const REQUESTS_PER_MINUTE = 120
/** The counts are made at most so often, whoever asks. */
const SAME_FOR_MS = 1_000

interface OperatorServerOptions {
  /** 0 for any free one. */
  readonly port: number
  readonly registry: Registry
  readonly clock: () => number
  readonly now: () => string
  /** Time limits of its connections, as `createServer` takes them. */
  readonly limits: Parameters<typeof createServer>[0]
}

/** `/metrics` in Prometheus' text format, on loopback. Resolves when it listens; rejects with the system's error. */
export async function startOperatorServer(options: OperatorServerOptions): Promise<Server> {
  const nothing = (): void => {
    // The server of everybody counts what it refuses; here nobody else is.
  }
  const server = createServer({ ...options.limits }, inTurn(operatorApp(options), nothing))
  limitConnections(server, { inAll: MOST_CONNECTIONS, perAddress: 0, onRefused: nothing })
  server.on('connect', refuseTunnel)
  server.listen(options.port, HOST)
  await once(server, 'listening')
  return server
}

function operatorApp({ registry, clock, now }: OperatorServerOptions): Express {
  const visits = new VisitorLimits({
    ...{
      perMinute: REQUESTS_PER_MINUTE,
      perDay: 0,
      subjectsPerDay: 0,
      perSubject: 0,
      mostBuckets: 1,
      clock,
      now,
    },
  })
  let metrics: Promise<string> = Promise.resolve('')
  let collectedAtMs = Number.NEGATIVE_INFINITY
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use(demandOneHost)
  app.use(securityHeaders())
  app.use((request, response, next) => {
    const waitS = visits.countRequest('')
    response.set('Cache-Control', 'no-store')
    if (waitS > 0) response.status(429).set('Retry-After', String(waitS)).end()
    // A page whose name was bound anew to this machine sends its own name (DNS rebinding).
    else if (!isLoopbackName(request.headers.host)) response.status(421).end()
    else next()
  })
  app.get('/metrics', (_request, response, next) => {
    if (clock() - collectedAtMs >= SAME_FOR_MS) {
      metrics = registry.metrics()
      collectedAtMs = clock()
    }
    metrics.then((text) => response.type(registry.contentType).send(text)).catch(next)
  })
  app.use((_request, response) => void response.status(404).end())
  return app
}

function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)
}
