import type { Entry } from 'har-format'
import { entryHost } from '../../har/entry.ts'
import { protocolOf } from '../../har/entry-protocol.ts'
import { transferBytes } from '../../har/transfer-bytes.ts'
import type { WaterfallEntry } from '../contract/contract.ts'

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
export function waterfallEntry(entry: Entry, zeroMs: number): WaterfallEntry {
  const { request, response, timings } = entry
  const sizeBytes = transferBytes(entry)
  const { blocked, dns, connect, ssl, send, wait, receive } = timings
  const mime = response.content.mimeType.toLowerCase()
  const error: unknown = (entry as Entry & { _error?: unknown })._error
  return {
    startMs: Date.parse(entry.startedDateTime) - zeroMs,
    durationMs: Math.max(0, entry.time),
    url: request.url,
    host: entryHost(entry),
    method: request.method,
    status: Math.max(0, response.status),
    error: typeof error === 'string' ? error : null,
    protocol: protocolOf(entry),
    type: TYPES.find(([, pattern]) => pattern.test(mime))?.[0] ?? 'other',
    sizeBytes: sizeBytes === null ? null : Math.round(sizeBytes),
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
