import type { Entry } from 'har-format'
import { entryHost, isFromCache } from '../../har/entry.ts'
import { protocolOf } from '../../har/entry-protocol.ts'
import { phaseMs } from '../../har/phases.ts'
import { readPriority } from '../../har/priority.ts'
import { readRenderBlocking } from '../../har/render-blocking.ts'
import { resourceType } from '../../har/resource-type.ts'
import { transferBytes } from '../../har/transfer-bytes.ts'
import type { WaterfallEntry } from '../contract/contract.ts'

/** Members that Chromium and chrome-har add to an entry; older HARs have less of it. */
type ExtendedEntry = Entry & {
  readonly [name in '_error' | '_initialPriority' | '_renderBlocking' | '_initiator']?: unknown
}

/** An entry of a HAR as it is drawn; null for what the HAR does not say. @param zeroMs of time zero, milliseconds since 1970 */
export function waterfallEntry(entry: Entry, zeroMs: number): WaterfallEntry {
  const { request, response } = entry
  const { _error, _initialPriority, _renderBlocking, _initiator } = entry as ExtendedEntry
  const sizeBytes = transferBytes(entry)
  return {
    startMs: Date.parse(entry.startedDateTime) - zeroMs,
    durationMs: Math.max(0, entry.time),
    url: request.url,
    host: entryHost(entry),
    method: request.method,
    status: Math.max(0, response.status),
    error: textOrNull(_error),
    protocol: protocolOf(entry),
    type: resourceType(response.content.mimeType, entry._resourceType),
    sizeBytes: sizeBytes === null ? null : Math.round(sizeBytes),
    // Chromium reports 0 for none.
    connection: entry.connection === '0' ? null : (entry.connection ?? null),
    fromCache: isFromCache(entry),
    initialPriority: readPriority(_initialPriority),
    priority: readPriority(entry._priority),
    renderBlocking: readRenderBlocking(_renderBlocking),
    initiator: textOrNull(_initiator),
    phases: {
      blockedMs: phaseMs(entry, 'blocked'),
      dnsMs: phaseMs(entry, 'dns'),
      connectMs: phaseMs(entry, 'connect'),
      sslMs: phaseMs(entry, 'ssl'),
      sendMs: phaseMs(entry, 'send'),
      waitMs: phaseMs(entry, 'wait'),
      receiveMs: phaseMs(entry, 'receive'),
    },
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
