import type { HttpResult, Operation } from '../../model/operation.ts'

const HTTP = ['status', 'bodyBytes', 'ttfbMs']

/**
 * Members that are null as a rule and not stored then: a key that is not there is null, to SQL as well. Keys that results did
 * not have from the first version on are stored: a row without one may be older than it.
 */
const NULL_WHERE_ABSENT: Readonly<Record<Operation, ReadonlySet<string>>> = {
  dns: new Set(['ttlS', 'failures']),
  tcp: new Set(['rttMs']),
  tls: new Set(['alpn', 'cipher', 'group', 'organization']),
  http1: new Set(HTTP),
  http2: new Set([...HTTP, 'settings']),
  http3: new Set([...HTTP, 'handshakeMs', 'rttMs', 'quicVersion', 'settings', 'transport']),
}

/** DNS keeps three outcomes in one object, all null as a rule. */
const NO_FAILURES = { a: null, aaaa: null, https: null }

/**
 * Makes what is stored of a result: times to the microsecond, which is finer than any clock here is right, and no null that
 * goes without saying. The text of robots.txt served its purpose during the visit.
 */
export function storedResult(operation: Operation, result: unknown): object | null {
  if (result === null || typeof result !== 'object') return null
  const absent = NULL_WHERE_ABSENT[operation]
  const stored: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(result)) {
    if (key === ('text' satisfies keyof HttpResult)) continue
    if (absent.has(key) && (value === null || isNoFailure(key, value))) continue
    stored[key] = typeof value === 'number' && key.endsWith('Ms') ? Math.round(value * 1_000) / 1_000 : value
  }
  return stored
}

/** The result as it was before it was stored. */
export function readResult(operation: Operation, text: string | null): unknown {
  if (text === null) return null
  const result = JSON.parse(text) as Record<string, unknown>
  for (const key of NULL_WHERE_ABSENT[operation])
    if (!(key in result)) result[key] = key === 'failures' ? { ...NO_FAILURES } : null
  return result
}

function isNoFailure(key: string, value: unknown): boolean {
  return key === 'failures' && Object.values(value as object).every((failure) => failure === null)
}
