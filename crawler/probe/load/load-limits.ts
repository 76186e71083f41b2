import type { LoadRequest } from './load.ts'

/** Limits of one load: the defaults of LoadRequest (CRW-10), and those that it does not name. */
export const LOAD_LIMITS = {
  /** Navigation to the main document's response headers. */
  headersMs: 30_000,
  /** Navigation to the load event and the end of the main document (`--load-timeout`). */
  loadMs: 60_000,
  /** Wait after the load event, for late paints. */
  settleMs: 100,
  /** Requests of one load. */
  requests: 500,
  /** Bytes as they came, and as decoded: a bomb is small on the wire. */
  bytes: 50_000_000,
  /** Memory of the browser's processes, looked at every 100 ms; more ends the browser (`--max-memory`). */
  memoryBytes: 1_200_000_000,
  /** Main documents that a page sends itself on to; once or twice is no loop. */
  documents: 10,
  /** Wait for the loaded page's timings. */
  timingsMs: 5_000,
  /** Wait for a sign of life of page and browser when a limit has passed. */
  answerMs: 1_000,
  /** Wait for what explains an aborted navigation. */
  graceMs: 100,
} as const

export type LoadLimits = { readonly [Name in keyof typeof LOAD_LIMITS]: number }

export function limitsOf(request: LoadRequest): LoadLimits {
  return {
    ...LOAD_LIMITS,
    headersMs: request.headersLimitMs ?? LOAD_LIMITS.headersMs,
    loadMs: request.loadLimitMs ?? LOAD_LIMITS.loadMs,
    settleMs: request.settleMs ?? LOAD_LIMITS.settleMs,
    requests: request.maxRequests ?? LOAD_LIMITS.requests,
    bytes: request.maxBytes ?? LOAD_LIMITS.bytes,
    memoryBytes: request.maxMemoryBytes ?? LOAD_LIMITS.memoryBytes,
  }
}
