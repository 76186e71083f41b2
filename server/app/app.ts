import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type Express } from 'express'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../../db/connection/database.ts'
import { listSurveys } from '../../db/survey/surveys.ts'
import { type DataLicenseId, DEFAULT_DATA_LICENSE } from '../../model/data-license.ts'
import { createAsk } from '../api-page/ask.ts'
import type { CheckBoxOptions } from '../checks/check-box.ts'
import { checkPages } from '../checks/check-pages.ts'
import { checksApi } from '../checks/checks-api.ts'
import { collectionCounts } from '../collection/collection-counts.ts'
import type { CollectionLimits } from '../collection/collection-limits.ts'
import { type Collection, collection } from '../collection/router.ts'
import type { ComparisonSource } from '../comparisons/comparison-source.ts'
import { MedianSamples } from '../comparisons/median-sample.ts'
import { SortedSeriesCache } from '../comparisons/sorted-series.ts'
import { API_ROOT } from '../contract/contract.ts'
import { writeProbe } from '../database/write-probe.ts'
import { defaultSurvey } from '../defaults/default-survey.ts'
import { FieldReferenceCache } from '../field/field-reference.ts'
import { EntityTags } from '../http/entity-tags.ts'
import { limitUnderWay } from '../http/limit-under-way.ts'
import { demandOneHost } from '../http/one-host.ts'
import { Problem } from '../http/problem.ts'
import { demandPath, pathOfTarget } from '../http/request-target.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { LoadRunCache } from '../load/load-run-cache.ts'
import type { Context } from '../request/context.ts'
import { AdoptionCache } from '../survey/adoption-cache.ts'
import { surveySeries } from '../survey/survey-series.ts'
import { SurveyedRows } from '../survey/surveyed-rows.ts'
import { TrendCache } from '../survey/trend-cache.ts'
import { answerErrors } from './answer-errors.ts'
import { apiRouter } from './api.ts'
import { addBadge } from './badge.ts'
import { dashboardRouter } from './dashboard.ts'
import { addEmbed } from './embed.ts'
import { HANDLERS } from './handlers.ts'
import { limitRate } from './limit-rate.ts'
import { addOembed, discoveryLink } from './oembed.ts'
import { requestLog } from './request-log.ts'
import { addServicePages } from './service-pages.ts'
import { type RefusedConnection, type Telemetry, telemetry } from './telemetry.ts'

export interface AppOptions {
  /** Read-only. */
  readonly db: Database
  /** The server's only writer, when it is open; null where the database may only be read. */
  readonly writer: Promise<Database | null>
  readonly comparisons: ComparisonSource
  /** The built dashboard: `index.html` and `assets/`. */
  readonly webFolder: string
  readonly log: Logger
  readonly clock: () => number
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
  readonly toolVersion: string
  /** Names this run of the server: keeps its entity tags apart from those of others. */
  readonly runId: string
  /** The data is the recorded demonstration that ships with towline. Default false. */
  readonly recorded?: boolean
  /** License of the published data; null: none is granted. Default CC-BY-4.0. */
  readonly dataLicense?: DataLicenseId | null
  /** Requests to the API, and as many to everything else, that an address may make in a minute; 0 for any number. Default 1,200. */
  readonly requestsPerMinute?: number
  /** Requests of an address that are under way at once; 0 for any number. Default 256. */
  readonly underWayPerAddress?: number
  /** Proxies in front that set X-Forwarded-For; a number, never "all" (safety.md ING-5). Default 0. */
  readonly proxies?: number
  /** `https://towline.example`, where the operator has said it; null, the default: unknown. */
  readonly publicOrigin?: string | null
  readonly collect?: CollectionLimits
  /** Takes checks that visitors ask for; null, the default: does not. */
  readonly checks?: CheckBoxOptions | null
}

export interface App {
  readonly handler: RequestListener
  readonly router: Express
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
  const { log, now, clock, toolVersion, webFolder, publicOrigin = null, collect = {} } = options
  const context = createContext(options)
  const counts = telemetry(clock, context.series)
  const daily = collectionCounts(counts.registry, () => now().slice(0, 10))
  const collecting = collection({ ...options, counts: daily, limits: collect })
  const app = express()
  addPolicies(app, options, counts, collecting)
  const demandWritable = writeProbe(options.writer, clock)
  addServicePages(app, { context, demandWritable, webFolder, clock, publicOrigin })
  const tags = new EntityTags(`${toolVersion} ${options.runId}`)
  addChecks(app, options)
  app.use(API_ROOT, apiRouter(context, tags))
  addBadge(app, context, createAsk(HANDLERS, context), tags)
  addOembed(app, context.db, publicOrigin)
  addEmbed(app, context, {
    webFolder,
    head: (address) => (publicOrigin === null ? '' : discoveryLink(publicOrigin, address)),
  })
  app.use('/api', (_request, _response, next) => {
    next(new Problem('not_found', 'There is no such address in the API.'))
  })
  app.use(dashboardRouter(webFolder, publicOrigin, context))
  app.use(answerErrors(log))
  return {
    handler(request, response) {
      // The router comes later: it keeps the authority of an absolute target as part of each path.
      request.url = pathOfTarget(request.url ?? '/')
      app(request, response)
    },
    router: app,
    registry: counts.registry,
    refused: counts.refused,
    end: collecting.end,
    warmUp: () => warmUp(context),
  }
}

/** Checks of single pages: those that visitors ask for, where they may, and those that are there. */
function addChecks(app: Express, options: AppOptions): void {
  const { checks: box = null, publicOrigin = null } = options
  app.use(checksApi({ ...options, box, publicOrigin }))
  app.use(checkPages({ ...options, box }))
}

function createContext(options: AppOptions): Context {
  const { db, writer, log, toolVersion, comparisons } = options
  const { recorded = false, dataLicense = DEFAULT_DATA_LICENSE, checks = null } = options
  return {
    db,
    log,
    toolVersion,
    recorded,
    dataLicense,
    comparisons,
    checksPerDay: checks?.perDay ?? null,
    series: new SortedSeriesCache(db),
    medians: new MedianSamples(db),
    adoption: new AdoptionCache(db, writer),
    trends: new TrendCache(db, writer),
    surveyed: new SurveyedRows(db),
    reference: new FieldReferenceCache(db),
    loads: new LoadRunCache(db),
  }
}

/** Adds what holds for every request, in this order. */
function addPolicies(app: Express, options: AppOptions, counts: Telemetry, collecting: Collection): void {
  const { requestsPerMinute = 1_200, underWayPerAddress = 256, proxies = 0 } = options
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  // Tags are computed before an answer is, where its data allows it (`EntityTags`).
  app.set('etag', false)
  app.set('trust proxy', proxies)
  app.use(counts.observe)
  app.use(securityHeaders())
  app.use(demandOneHost)
  app.use(demandPath)
  app.use(limitUnderWay(underWayPerAddress))
  // Stands before anything that would log a request or hold its address (safety.md P5).
  app.use(collecting.router)
  app.use(requestLog(options.log))
  app.use(compression())
  if (requestsPerMinute > 0) app.use(limitRate(requestsPerMinute))
}

async function warmUp({ db, surveyed, adoption, trends }: Context): Promise<void> {
  const { id } = await defaultSurvey(db)
  for (const survey of await listSurveys(db)) {
    if (survey.id === id) await surveyed.read(survey)
    if (survey.state === 'finished') await adoption.summarise(survey)
  }
  for (const series of await surveySeries(db)) await trends.read(series)
}
