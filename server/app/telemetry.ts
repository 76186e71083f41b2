import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { COLLECTION_PATH } from '../collection/collection-path.ts'
import type { SortedSeriesCache } from '../comparisons/sorted-series.ts'

export interface Telemetry {
  /** Measures every request that passes, but for contributions that were answered: see `collectionCounts`. */
  readonly observe: RequestHandler
  readonly refused: (why: RefusedConnection) => void
  /** Registry to count more in. */
  readonly registry: Registry
}

/**
 * - `connections`: too many in all
 * - `connections_of_address`: too many of one address
 * - `pipelined`: too many requests of one connection that are not answered yet
 */
export type RefusedConnection = 'connections' | 'connections_of_address' | 'pipelined'

export function telemetry(clock: () => number, series: SortedSeriesCache): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'towline_http_request_duration_seconds',
    help: 'Time to answer a request, by route as the contract names it',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'towline_sorted_series_bytes',
    help: 'Sorted values held in memory',
    registers: [registry],
    collect() {
      this.set(series.sizeBytes)
    },
  })
  const refusals = new Counter({
    name: 'towline_connections_refused_total',
    help: 'Connections closed at once, by the limit they exceeded',
    labelNames: ['limit'],
    registers: [registry],
  })
  return {
    registry,
    refused: (limit) => refusals.inc({ limit }),
    observe(request, response, next) {
      const startedMs = clock()
      response.on('finish', () => {
        // Never the path itself: it is the visitor's, and there are endlessly many.
        const route: unknown = request.route?.path
        // A count that grows tells when a record came (safety.md P5); that one could not be stored must be known at once.
        if (route === COLLECTION_PATH && response.statusCode < 500) return
        durations.observe(
          {
            method: METHODS.has(request.method) ? request.method : 'other',
            route: typeof route === 'string' ? route : 'other',
            status: response.statusCode,
          },
          (clock() - startedMs) / 1_000,
        )
      })
      next()
    },
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])
