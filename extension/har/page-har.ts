import type { Entry, Har, Timings } from 'har-format'
import { protocolName } from '../../har/protocol-name.ts'
import type { PageTimings } from '../capture/types.ts'

interface PageHarTerms {
  readonly title: string
  readonly version: string
  /** `Chromium`, `156.0.8078.79`. */
  readonly browserName: string
  readonly browserVersion: string
}

const COMMENT =
  'Made from what the page’s own clock shows (Navigation Timing, Resource Timing). It has no headers, cookies, bodies or ' +
  'methods, which a page cannot see; of other origins without Timing-Allow-Origin it has start and end alone, which ' +
  'then stand as “blocked”. Frames’ requests and most failed ones are missing. Sending is a part of “wait”. A status of 0 is unknown. ' +
  'The Network panel of DevTools saves a complete HAR.'

/**
 * HAR 1.2 of a page that is open, from its performance entries; null where it has no navigation entry. Each entry says in
 * `_towline` what is known of its timings: `all`, or `start and end`.
 */
export function pageHar(timings: PageTimings, terms: PageHarTerms): Har | null {
  const { navigation, resources, timeOriginMs } = timings
  if (navigation === null) return null
  const entries = [navigation, ...resources].toSorted((a, b) => num(a.startTime) - num(b.startTime))
  return {
    log: {
      version: '1.2',
      creator: { name: 'towline', version: terms.version },
      browser: { name: terms.browserName, version: terms.browserVersion },
      pages: [
        {
          startedDateTime: dateOf(timeOriginMs + num(navigation.startTime)),
          id: PAGE,
          title: terms.title,
          pageTimings: {
            onContentLoad: num(navigation.domContentLoadedEventStart) || -1,
            onLoad: num(navigation.loadEventStart) || -1,
          },
        },
      ],
      entries: entries.map((entry) => entryOf(entry, timeOriginMs)),
      comment: COMMENT,
    },
  }
}

const PAGE = 'page_1'

type Timing = PageTimings['resources'][number]

interface PageHarEntry extends Entry {
  readonly _towline: { readonly timings: 'all' | 'start and end' }
}

function entryOf(entry: Timing, timeOriginMs: number): PageHarEntry {
  const timings = timingsOf(entry)
  const httpVersion = String(entry.nextHopProtocol ?? '')
  const transferBytes = num(entry.transferSize)
  const isDocument = entry.entryType === 'navigation'
  return {
    pageref: PAGE,
    startedDateTime: dateOf(timeOriginMs + num(entry.startTime)),
    time: rounded(total(timings)),
    request: {
      method: 'UNKNOWN',
      url: String(entry.name),
      httpVersion,
      cookies: [],
      headers: [],
      queryString: queryOf(String(entry.name)),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: num(entry.responseStatus),
      statusText: '',
      httpVersion,
      cookies: [],
      headers: [],
      content: { size: num(entry.decodedBodySize), mimeType: mimeTypeOf(entry, isDocument) },
      redirectURL: '',
      headersSize: -1,
      bodySize: num(entry.encodedBodySize) || -1,
      // 0 for another origin’s resource and for one from the cache: the page cannot distinguish them.
      ...(transferBytes > 0 ? { _transferSize: transferBytes } : {}),
    },
    cache: {},
    timings,
    ...(isDocument ? { _resourceType: 'document' } : {}),
    _towline: { timings: isKnown(entry) ? 'all' : 'start and end' },
  }
}

/** Neighbouring moments, so that the phases add up to the whole; what lies between them is `blocked`. */
function timingsOf(entry: Timing): Timings {
  const startMs = num(entry.startTime)
  const endMs = Math.max(startMs, num(entry.responseEnd))
  if (!isKnown(entry))
    return { blocked: rounded(endMs - startMs), dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 }
  const askedMs = num(entry.requestStart)
  const answeredMs = num(entry.finalResponseHeadersStart) || num(entry.responseStart)
  const connect = num(entry.connectEnd) - num(entry.connectStart)
  const isNew = connect > 0
  const dns = isNew ? num(entry.domainLookupEnd) - num(entry.domainLookupStart) : -1
  const ssl = isNew ? sslOf(entry, connect) : -1
  return {
    blocked: rounded(Math.max(0, askedMs - startMs - Math.max(0, connect) - Math.max(0, dns))),
    dns: rounded(dns),
    connect: isNew ? rounded(connect) : -1,
    ssl: rounded(ssl),
    send: 0,
    wait: rounded(Math.max(0, answeredMs - askedMs)),
    receive: rounded(Math.max(0, endMs - answeredMs)),
  }
}

/** QUIC has one handshake: both phases are all of it. */
function sslOf(entry: Timing, connectMs: number): number {
  if (protocolName(entry.nextHopProtocol) === 'h3') return connectMs
  const startMs = num(entry.secureConnectionStart)
  return startMs > 0 ? num(entry.connectEnd) - startMs : -1
}

/** The moments between start and end are 0 for other origins without Timing-Allow-Origin, and from caches. */
function isKnown(entry: Timing): boolean {
  return num(entry.requestStart) > 0 && num(entry.responseStart) > 0
}

function total({ blocked = -1, dns = -1, connect = -1, send, wait, receive }: Timings): number {
  return [blocked, dns, connect, send ?? 0, wait, receive].reduce((sum, part) => sum + Math.max(0, part), 0)
}

/** HAR demands a media type. `contentType` came with Chromium 128. */
function mimeTypeOf(entry: Timing, isDocument: boolean): string {
  const contentType = String(entry.contentType ?? '')
  return contentType === '' ? (isDocument ? 'text/html' : 'x-unknown') : contentType
}

function queryOf(url: string) {
  const search = URL.parse(url)?.searchParams ?? new URLSearchParams()
  return [...search].map(([name, value]) => ({ name, value }))
}

function num(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

const rounded = (ms: number): number => Number(ms.toFixed(3))

const dateOf = (atMs: number): string => new Date(atMs).toISOString()
