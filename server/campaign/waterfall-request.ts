import type { Entry } from 'har-format'
import type { WaterfallEntry } from '../contract/contract.ts'

const VERSIONS = [
  ['h1', /^http\/1\.\d$/i],
  ['h2', /^(?:h2|http\/2(?:\.0)?)$/i],
  ['h3', /^(?:h3|http\/3(?:\.0)?)$/i],
] as const

export type Protocol = (typeof VERSIONS)[number][0]

/** What a response came by, as browsers (`h2`) and other makers of HARs (`HTTP/2.0`) name it; null for anything else. */
export function protocolOf({ response }: Entry): Protocol | null {
  return VERSIONS.find(([, pattern]) => pattern.test(response.httpVersion))?.[0] ?? null
}

/** Host name without its port; null where the URL has none. */
export function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname || null
}

/** Bytes of the response as it was transferred; null where unknown. Chrome's extension of HAR 1.2. */
export function transferBytes({ response }: Entry): number | null {
  const bytes = response._transferSize
  return typeof bytes === 'number' && bytes >= 0 && response.status > 0 ? Math.round(bytes) : null
}

const TYPES: readonly (readonly [WaterfallEntry['type'], RegExp])[] = [
  ['document', /^(?:text\/html|application\/xhtml)/],
  ['script', /javascript|ecmascript/],
  ['style', /^text\/css/],
  ['image', /^image\//],
  ['font', /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/],
  ['media', /^(?:audio|video)\//],
  ['data', /json|xml|^text\/(?:plain|csv|event-stream)/],
]

/** An entry of a HAR as it is drawn. @param zeroMs of time zero, milliseconds since 1970 */
export function reduceEntry(entry: Entry, zeroMs: number): WaterfallEntry {
  const { request, response, timings } = entry
  const { blocked, dns, connect, ssl, send, wait, receive } = timings
  const mime = response.content.mimeType.toLowerCase()
  const error: unknown = (entry as Entry & { _error?: unknown })._error
  return {
    startMs: Date.parse(entry.startedDateTime) - zeroMs,
    durationMs: Math.max(0, entry.time),
    url: request.url,
    host: hostOf(request.url),
    method: request.method,
    status: Math.max(0, response.status),
    error: typeof error === 'string' ? error : null,
    protocol: protocolOf(entry),
    type: TYPES.find(([, pattern]) => pattern.test(mime))?.[0] ?? 'other',
    sizeBytes: transferBytes(entry),
    connection: entry.connection ?? null,
    phases: {
      blockedMs: phase(blocked),
      dnsMs: phase(dns),
      connectMs: phase(connect),
      sslMs: phase(ssl),
      sendMs: phase(send),
      waitMs: phase(wait),
      receiveMs: phase(receive),
    },
  }
}

/** HAR has -1 for a phase that a request did not go through. */
function phase(timeMs: number | undefined): number | null {
  return timeMs === undefined || timeMs < 0 ? null : timeMs
}
