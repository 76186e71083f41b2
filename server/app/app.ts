import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { Registry } from 'prom-client'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { listSurveys } from '../../db/survey/surveys.ts'
import { collectionCounts } from '../collection/collection-counts.ts'
import { type CollectionLimits, collection } from '../collection/router.ts'
import type { ComparisonSource } from '../comparisons/comparison-source.ts'
import { SortedSeriesCache } from '../comparisons/sorted-series.ts'
import { API_ROOT } from '../contract/contract.ts'
import { writeProbe } from '../database/write-probe.ts'
import { FieldReferenceCache } from '../field/field-reference.ts'
import { clientNetwork } from '../http/client-address.ts'
import { EntityTags } from '../http/entity-tags.ts'
import { limitUnderWay } from '../http/limit-under-way.ts'
import { Problem } from '../http/problem.ts'
import { demandPath, pathOfTarget } from '../http/request-target.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { sendProblem } from '../http/send-problem.ts'
import type { Context } from '../request/context.ts'
import { AdoptionCache } from '../survey/adoption-cache.ts'
import { SurveyedRows } from '../survey/surveyed-rows.ts'
import { allow, apiRouter, refuse } from './api.ts'
import { API_PAGE_STYLE, apiPage } from './api-page.ts'
import { dashboardRouter } from './dashboard.ts'
import { openApiDocument } from './openapi.ts'
import { type RefusedConnection, telemetry } from './telemetry.ts'

export interface AppOptions {
  /** Read-only. */
  readonly db: Database
  /** The server's only writer, when it is open; null where the database may only be read. */
  readonly writer: Promise<Database | null>
  readonly comparisons: ComparisonSource
  /** The built dashboard: `index.html` and `assets/`. */
  readonly webFolder: string
  readonly log: Logger
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
  readonly toolVersion: string
  /** Of this run of the server: keeps its entity tags apart from those of others. */
  readonly runId: string
  /** The data is the recorded demonstration that ships with towline. Default false. */
  readonly recorded?: boolean
  /** Requests to the API, and as many to everything else, that an address may make in a minute; 0 for any number. Default 1,200. */
  readonly requestsPerMinute?: number
  /** Requests of an address that are under way at once; 0 for any number. Default 256. */
  readonly underWayPerAddress?: number
  /** Proxies in front that set X-Forwarded-For; a number, never "all" (safety.md ING-5). Default 0. */
  readonly proxies?: number
  /** What an address may contribute. */
  readonly collect?: CollectionLimits
}

export interface App {
  readonly handler: RequestListener
  /** What `handler` passes requests to. */
  readonly router: Express
  /** Counts and times, for the operator alone. */
  readonly registry: Registry
  /** Counts a connection that was closed for what it asked too much of. */
  readonly refused: (why: RefusedConnection) => void
  /** Reads what the first visitor would else wait for. */
  warmUp(): Promise<void>
  /** Writes what is left to log, when nothing is answered any more. */
  end(): void
}

/** The server without its socket: API, page of the API, dashboard, health and counts. */
export function createApp(options: AppOptions): App {
  const { db, comparisons, log, now, clock, toolVersion } = options
  const { recorded = false, requestsPerMinute = 1_200, underWayPerAddress = 256 } = options
  const series = new SortedSeriesCache(db)
  const context: Context = {
    ...{ db, log, toolVersion, recorded, comparisons, series },
    adoption: new AdoptionCache(db),
    surveyed: new SurveyedRows(db),
    reference: new FieldReferenceCache(db),
  }
  const counts = telemetry(clock, series)
  const collecting = collection({
    ...{ ...options, counts: collectionCounts(counts.registry, () => now().slice(0, 10)) },
    limits: options.collect ?? {},
  })
  const writable = writeProbe(options.writer, clock)
  const document = openApiDocument(toolVersion)
  const page = apiPage(document)

  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  // Tags are made before an answer is, where its data allows it (`EntityTags`).
  app.set('etag', false)
  app.set('trust proxy', options.proxies ?? 0)
  app.use(counts.observe)
  app.use(securityHeaders())
  app.use(demandPath)
  app.use(limitUnderWay(underWayPerAddress))
  // Before anything that would log a request or hold its address (safety.md P5).
  app.use(collecting.router)
  app.use(requestLog(log))
  app.use(compression())

  if (requestsPerMinute > 0) {
    const [toApi, toPages] = [limited(requestsPerMinute), limited(requestsPerMinute)]
    app.use((request, response, next) => (isOfApi(request) ? toApi : toPages)(request, response, next))
  }
  get(app, '/healthz', (_request, response, next) => {
    writable()
      .then(() => dataVersion(db))
      .then((version) => response.set('Cache-Control', 'no-store').json({ ok: true, dataVersion: version }))
      .catch(next)
  })
  get(app, `${API_ROOT}/openapi.json`, (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, no-cache' }).json(document)
  })
  get(app, '/api', (_request, response) => void response.type('html').send(page))
  get(app, '/api/page.css', (_request, response) => void response.type('css').send(API_PAGE_STYLE))
  app.use(API_ROOT, apiRouter(context, new EntityTags(`${toolVersion} ${options.runId}`)))
  app.use('/api', (_request, _response, next) => {
    next(new Problem('not_found', 'There is no such address in the API.'))
  })

  app.use(dashboardRouter(options.webFolder))
  app.use(failed(log))
  return {
    handler(request, response) {
      // Before the router, which keeps the authority of an absolute target as part of each path.
      request.url = pathOfTarget(request.url ?? '/')
      app(request, response)
    },
    router: app,
    registry: counts.registry,
    refused: counts.refused,
    end: collecting.end,
    async warmUp() {
      await context.surveyed.latest()
      for (const survey of await listSurveys(db))
        if (survey.state === 'finished') await context.adoption.summarise(survey)
    },
  }
}

function isOfApi({ path }: Request): boolean {
  return path === '/api' || path.startsWith('/api/')
}

type Answer = (request: Request, response: Response, next: NextFunction) => void

function get(app: Express, path: string, answer: Answer): void {
  app.route(path).get(answer).options(allow).all(refuse)
}

/** One line a request, without headers, addresses and bodies. */
function requestLog(log: Logger): Answer {
  return pinoHttp({
    logger: log,
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, url }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })
}

function limited(perMinute: number): Answer {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (request) => clientNetwork(request),
    handler: (_request, _response, next) => {
      next(new Problem('too_many_requests', 'Too many requests from this address: wait a minute.'))
    },
  })
}

/** The last handler: every error becomes a code and a sentence of ours. */
function failed(
  log: Logger,
): (error: unknown, request: Request, response: Response, next: NextFunction) => void {
  return (error, _request, response, _next) => {
    if (response.headersSent) {
      // Half an answer is out: closing the connection is the only way to say so. Whoever left before its end is no fault.
      if (isOfClient(error)) log.debug('a client left before the end of its answer')
      else log.error({ err: error }, 'an answer broke off')
      response.destroy()
      return
    }
    const problem = toProblem(error)
    if (problem.status >= 500) log.error({ err: error }, 'a request failed')
    sendProblem(response, problem)
  }
}

/** The connection ended before the answer did. */
function isOfClient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseError)
    return new Problem('unavailable', 'The database cannot be read at present.')
  // Express and its parts say with a status that it was the request's fault (a path that cannot be decoded).
  const { status } = error as { readonly status?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500)
    return status === 404
      ? new Problem('not_found', 'There is no such address.')
      : new Problem('bad_request', 'The request cannot be understood.')
  return new Problem('internal', 'A fault in towline: it has been logged.')
}
