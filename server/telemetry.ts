import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SortedSeriesCache } from './sorted-series.ts'

/** Counts and times of this server for Prometheus. */
export interface Telemetry {
  /** Measures every request that passes. */
  readonly observe: RequestHandler
  /** Answers in Prometheus' text format. */
  readonly show: RequestHandler
  /** To count more in. */
  readonly registry: Registry
}

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
  return {
    registry,
    observe(request, response, next) {
      const startedMs = clock()
      response.on('finish', () => {
        // Never the path itself: it is the visitor's, and there are endlessly many.
        const route: unknown = request.route?.path
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
    show(_request, response, next) {
      registry
        .metrics()
        .then((text) => response.set('Cache-Control', 'no-store').type(registry.contentType).send(text))
        .catch(next)
    },
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])
