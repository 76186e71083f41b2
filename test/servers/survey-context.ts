import tls from 'node:tls'
import { type SurveyContext, TIMEOUTS } from '../../crawler/survey/context.ts'
import type { Endpoint } from '../../crawler/survey/operation.ts'
import type { Resolver } from '../../crawler/survey/resolver.ts'

const noResolver: Resolver = {
  servers: [],
  resolve: () => Promise.reject(new Error('this test has no name server')),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

/** A context that lets loopback addresses through and is in more of a hurry than a survey. */
export function surveyContext(changes: Partial<SurveyContext> = {}): SurveyContext {
  return {
    clock: () => performance.now(),
    originMs: performance.now(),
    signal: new AbortController().signal,
    timeouts: { ...TIMEOUTS, tcpMs: 300, tlsMs: 300, httpHeadersMs: 300, httpBodyMs: 300 },
    resolver: noResolver,
    loop: { lateMs: 1 },
    families: new Set([4, 6] as const),
    allows: () => true,
    userAgent: 'towline-test/0 (+https://towline.test/about)',
    secureContext: tls.createSecureContext(),
    caFile: null,
    ...changes,
  }
}

export const endpoint = (port: number, changes: Partial<Endpoint> = {}): Endpoint => ({
  host: 'site.test',
  port,
  address: '127.0.0.1',
  family: 4,
  scheme: 'https',
  hop: 0,
  connection: 0,
  ...changes,
})
