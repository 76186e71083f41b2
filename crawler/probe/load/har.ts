import { type ChromeEntry, harFromMessages } from 'chrome-har'
import type { Har, Timings } from 'har-format'
import { isFromCache } from '../../../har/entry.ts'
import type { CdpEvent } from './cdp-event.ts'
import { isFetched } from './event-record.ts'
import { markCached, servedFromMemory } from './har-cached.ts'
import { markReplayed } from './har-replay.ts'
import type { Load } from './load.ts'
import { type Unfinished, unfinishedOf } from './unfinished.ts'
import { unreportedPreloads } from './unreported-preloads.ts'

/**
 * HAR 1.2 of a load, entries in the order of their start. chrome-har builds it, and leaves out what failed; here those
 * are entries like the others, with `_error`: `net::ERR_…`, `unfinished` where the load was over first, or `unreported`
 * where the browser does not tell what came. Without a response their status is 0, and all of their time is in `blocked`:
 * the browser does not tell what they waited for.
 * chrome-har also leaves out, unless it is asked for them, requests that a cache answered: those have `_fromCache`.
 */
export function harOf(load: Pick<Load, 'events'>): Har {
  const events = [...load.events, ...unreportedPreloads(load.events)]
  const unfinished = unfinishedOf(events)
  const notModified = notModifiedOf(events)
  const har = harFromMessages(messagesOf(events, unfinished), { includeResourcesFromDiskCache: true })
  const { entries } = har.log
  markReplayed(entries, load.events)
  const fromMemory = servedFromMemory(load.events)
  for (const entry of entries) {
    if (entry.cache.beforeRequest != null)
      markCached(entry, fromMemory.has(entry._requestId ?? '') ? 'memory' : 'disk')
    const how = unfinished.get(entry._requestId ?? '')
    if (how) markUnfinished(entry, how)
    // The cached response has status 200; the network answered this (RFC 9111, 4.3.3).
    if (notModified.has(entry._requestId ?? ''))
      Object.assign(entry.response, { status: 304, statusText: 'Not Modified' })
    makeValid(entry)
    if (entry.response._fromServiceWorker === true)
      Object.assign(entry.response, { bodySize: 0, _transferSize: 0 })
    // Chromium's id of no connection.
    if (entry.connection === '0') delete entry.connection
  }
  // ISO 8601 in UTC sorts as text; chrome-har has them in the order of their requests' events, which ties keep.
  entries.sort((a, b) =>
    a.startedDateTime < b.startedDateTime ? -1 : Number(a.startedDateTime > b.startedDateTime),
  )
  return har
}

/** Ids of requests that a server answered with 304: of the response Chromium tells the status that the cache has stored. */
function notModifiedOf(events: readonly CdpEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ method, params }) =>
      method === 'Network.responseReceivedExtraInfo' && params.statusCode === 304 ? params.requestId : [],
    ),
  )
}

/** Messages that make chrome-har keep every request, in one page. */
function messagesOf(
  events: readonly CdpEvent[],
  unfinished: ReadonlyMap<string, Unfinished>,
): { method: string; params: object }[] {
  const frameId = documentFrame(events)
  // It makes a page when it sees a frame start; the first one gets all entries.
  const messages: { method: string; params: object }[] = [
    { method: 'Page.frameStartedLoading', params: { frameId } },
  ]
  for (const { method, params } of events) {
    if (method === 'Network.loadingFailed') {
      // It drops the entry for any other error.
      if (unfinished.get(params.requestId)?.answered)
        messages.push({ method, params: { ...params, errorText: 'net::ERR_ABORTED' } })
    } else if (method === 'Network.requestWillBeSent' && !isFetched(params.request.url)) {
      // It ignores a redirect to what no page comes by, and with it the response that redirects.
      const { requestId, redirectResponse: response } = params
      messages.push({ method: 'Network.responseReceived', params: { requestId, frameId, response } })
    } else if (method.startsWith('Network.') || PAGE_TIMINGS.has(method)) messages.push({ method, params })
  }
  for (const [requestId, { answered }] of unfinished)
    if (!answered)
      messages.push({
        method: 'Network.responseReceived',
        params: { requestId, frameId, response: NO_RESPONSE },
      })
  return messages
}

function documentFrame(events: readonly CdpEvent[]): string | undefined {
  for (const { params } of events)
    if ('type' in params && params.type === 'Document')
      return 'frameId' in params ? params.frameId : undefined
  return undefined
}

const PAGE_TIMINGS = new Set<CdpEvent['method']>(['Page.loadEventFired', 'Page.domContentEventFired'])

/** Stands for a response that never came; without `timing`, so that no time is made up. */
const NO_RESPONSE = {
  status: 0,
  statusText: '',
  headers: {},
  mimeType: 'x-unknown',
  protocol: 'unknown',
  connectionId: 0,
  encodedDataLength: 0,
}

function markUnfinished(entry: ChromeEntry, { error, answered, bytes, elapsedMs }: Unfinished): void {
  entry._error = error
  if (answered) {
    const { response } = entry
    if (isFromCache(entry)) return
    response._transferSize = bytes ?? -1
    response.bodySize = bytes === null ? -1 : bytes - Math.max(0, response.headersSize)
    return
  }
  delete entry.connection
  entry.timings = {
    blocked: Number(elapsedMs.toFixed(3)),
    dns: -1,
    connect: -1,
    ssl: -1,
    send: 0,
    wait: 0,
    receive: 0,
  }
}

/** Names that chrome-har adds to the specification's without the `_` that it asks for. */
const EXTRAS = ['fromDiskCache', 'fromEarlyHints', 'fromServiceWorker', 'fromPrefetchCache'] as const

/**
 * Restores what HAR 1.2 demands and chrome-har may break: numbers (it subtracts timings that are not there), each header once
 * (it adds those on the wire to those of the renderer), custom fields with a `_`, `time` as the sum of its parts.
 */
function makeValid(entry: ChromeEntry): void {
  const { timings } = entry
  const known = (value: number | undefined, otherwise: number): number =>
    value !== undefined && Number.isFinite(value) && value >= 0 ? value : otherwise
  const valid: Timings = {
    ...timings,
    blocked: known(timings.blocked, -1),
    dns: known(timings.dns, -1),
    connect: known(timings.connect, -1),
    ssl: known(timings.ssl, -1),
    send: known(timings.send, 0),
    wait: known(timings.wait, 0),
    receive: known(timings.receive, 0),
  }
  entry.timings = valid
  const { blocked, dns, connect, send, wait, receive } = valid
  // `ssl` is inside `connect` (HAR 1.2, timings).
  const parts = [blocked, dns, connect, send, wait, receive].map((part) => Math.max(0, part ?? 0))
  entry.time = Number(parts.reduce((sum, part) => sum + part, 0).toFixed(3))
  const seen = new Set<string>()
  entry.request.headers = entry.request.headers.filter(({ name, value }) => {
    const header = `${name.toLowerCase()}: ${value}`
    // The userinfo of a URL that led here, as it is sent (RFC 7617).
    if (header.startsWith('authorization:')) return false
    return !seen.has(header) && seen.add(header)
  })
  // It subtracts heads that nobody sent from bytes that were not transferred.
  entry.response.bodySize = Math.max(-1, entry.response.bodySize)
  for (const name of EXTRAS) makeCustom(entry.response, name)
  makeCustom(entry.response.content, 'charset')
}

function makeCustom(object: object, name: string): void {
  const value: unknown = Reflect.get(object, name)
  if (value !== undefined) Reflect.set(object, `_${name}`, value)
  Reflect.deleteProperty(object, name)
}
