import tls from 'node:tls'
import { quicheStack } from '../../crawler/quic/quic-stack.ts'
import { type SurveyContext, TIMEOUTS, type Timeouts } from '../../crawler/survey/operation/context.ts'
import type { Resolver } from '../../crawler/survey/operation/resolver.ts'
import type { Endpoint } from '../../model/operation.ts'

const noResolver: Resolver = {
  servers: [],
  resolve: () => Promise.reject(new Error('this test has no name server')),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

/** Limits that nothing on the loopback reaches, however slow the machine: only what never comes is late. */
export const PATIENT: Timeouts = {
  ...TIMEOUTS,
  dnsTryMs: 60_000,
  tcpMs: 60_000,
  tlsMs: 60_000,
  httpHeadersMs: 60_000,
  httpBodyMs: 60_000,
  quicHandshakeMs: 60_000,
}

/** `PATIENT` but for what a test waits for in vain. */
export const hurried = (...names: (keyof Timeouts)[]): Timeouts => ({
  ...PATIENT,
  ...Object.fromEntries(names.map((name) => [name, HURRY_MS])),
})

export const HURRY_MS = 300

/** Well below `PATIENT` and above any stall: who took less has not waited for one of its limits. */
export const AT_ONCE_MS = 30_000

/** A context that lets loopback addresses through. */
export function surveyContext(changes: Partial<SurveyContext> = {}): SurveyContext {
  return {
    clock: () => performance.now(),
    originMs: performance.now(),
    signal: new AbortController().signal,
    timeouts: PATIENT,
    resolver: noResolver,
    loop: { lateMs: 1 },
    families: new Set([4, 6] as const),
    allows: () => true,
    userAgent: 'towline-test/0 (+https://towline.test/about)',
    secureContext: tls.createSecureContext(),
    caFile: null,
    quic: quicheStack(),
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
