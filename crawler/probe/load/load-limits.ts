import type { LoadRequest } from './load.ts'

/** Limits of one load: the defaults of LoadRequest (CRW-10), and those that it does not name. */
export const LOAD_LIMITS = {
  headersMs: 30_000,
  loadMs: 60_000,
  settleMs: 100,
  requests: 500,
  /** As they came, and as decoded: a bomb is small on the wire. */
  bytes: 50_000_000,
  /** Memory of the browser's processes, as `watchMemory` counts it. An empty page takes some 200 MB. */
  memoryBytes: 1_200_000_000,
  /** Main documents; a page that sends itself on once or twice is no loop. */
  documents: 10,
  /** For the page's timings, once it has loaded. */
  timingsMs: 5_000,
  /** For a sign of life of the page, and of the browser, when a limit has passed. */
  answerMs: 1_000,
  /** For what explains an aborted navigation to arrive. */
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
