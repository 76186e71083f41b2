import { UNFINISHED } from '../../har/entry.ts'
import { resourceType } from '../../har/resource-type.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import type { GuessedField } from '../../model/graph/node.ts'
import { firstPage } from '../../record/import/first-page.ts'
import { type HarEntry, type HarFile, startOf } from '../../record/import/har-file.ts'
import { addressOf, HarTimes, phasesMs } from '../../record/import/har-times.ts'
import { importedUrl } from '../../record/recorded-url.ts'
import { demandFewNodes } from './few-nodes.ts'
import { GraphError } from './graph-error.ts'
import { harCertificateMs } from './har-certificates.ts'
import { harHolds } from './har-holds.ts'
import { harInitiator } from './har-initiator.ts'
import { harLeadMs, type NavigationStart } from './har-lead.ts'
import { harLookUps } from './har-look-ups.ts'
import { harReceiveMs } from './har-receive.ts'
import { harThinkTimes } from './har-think-times.ts'
import { moment } from './moment.ts'
import type { ObservedFetch, ObservedLoad } from './observed-load.ts'
import { redirectsOf } from './redirects.ts'
import { seenToShare } from './shared-connections.ts'

/** Facts of a load beside its HAR. */
interface BesideHar {
  /** Rate of the emulated link that it was loaded behind, down and up; null: none, or unknown. */
  readonly linkMbps: number | null
  readonly linkUpMbps: number | null
  /** Its round trip, milliseconds, and the shortest that a packet can have; null likewise. */
  readonly linkRttMs: number | null
  readonly leastRttMs: number | null
  /** Is null where unknown. */
  readonly navigation: NavigationStart | null
}

const NOTHING_BESIDE: BesideHar = {
  linkMbps: null,
  linkRttMs: null,
  leastRttMs: null,
  linkUpMbps: null,
  navigation: null,
}

/**
 * The load that a HAR is of: its first page whose document is in it.
 * @throws GraphError, RecordingError where no request of it can be placed in time
 */
export function observeHar(
  har: HarFile,
  name: string,
  { linkMbps, linkUpMbps, linkRttMs, leastRttMs, navigation }: BesideHar = NOTHING_BESIDE,
): ObservedLoad {
  const { page, entries: all, leftOut } = firstPage(name, har)
  const placed = all.filter((entry) => Number.isFinite(startOf(entry)))
  const clock = clockOf(placed)
  // A request of the browser's own clock may be a little before one of the wall clock that came earlier.
  const entries = placed.toSorted((a, b) => clock(a) - clock(b))
  const [first] = entries
  if (first === undefined) throw new GraphError(65, `${name}: it does not say when any request was started`)
  const leadMs = harLeadMs(first, page, navigation)
  const baseMs = clock(first) - leadMs
  const onLoadMs = page?.onLoadMs ?? -1
  const times = new HarTimes(entries, leastRttMs ?? 0)
  const redirects = redirectsOf(
    entries.map(({ url, response, redirectUrl, _requestId }) => ({
      url: importedUrl(url),
      status: response.status,
      location: redirectUrl,
      requestId: _requestId ?? null,
    })),
  )
  const late = entries.map((entry) => clock(entry) - baseMs).findIndex((ms) => ms > GRAPH_LIMITS.ms)
  if (late >= 0)
    throw new GraphError(
      65,
      `${name}: ${importedUrl(entries[late]?.request.url ?? '').slice(0, 100)} was asked for more than ${GRAPH_LIMITS.ms / 1_000} s after the first request`,
    )
  const pageUrl = importedUrl(first.request.url)
  // The steps below compare requests with each other.
  demandFewNodes(pageUrl, entries.length)
  const fetches = entries.map((entry, n) => ({
    ...observedFetch(entry, clock(entry) - baseMs),
    // chrome-har counts from the first request.
    pieces: (entry._chunks ?? []).map(({ ts, bytes }) => ({ atMs: ts + leadMs, bytes })),
    redirectedFrom: redirects[n] ?? null,
  }))
  const thinkTimes = harThinkTimes(entries, fetches, times, linkMbps)
  const { heldMs, turnaroundMs } = harHolds(entries, fetches)
  return {
    pageUrl,
    startedAt: first.startedDateTime ?? null,
    browser: har.browser,
    // Some makers write 0 for what they do not know.
    loadMs: onLoadMs > 0 ? moment(onLoadMs) : null,
    fetches: fetches.map((fetch, n) => ({
      ...fetch,
      thinkMs: moment(thinkTimes[n]?.thinkMs ?? null),
      waitedMs: moment(thinkTimes[n]?.waitedMs ?? null),
      heldMs: moment(heldMs[n] ?? null),
    })),
    sharedConnections: seenToShare(
      entries.map((entry) => ({
        origin: new URL(importedUrl(entry.request.url)).origin,
        protocol: entry.protocol,
        address: addressOf(entry),
        connection: entry.connection,
      })),
    ),
    lookUps: harLookUps(entries, times, linkRttMs),
    turnaroundMs: moment(turnaroundMs),
    certificateMs: moment(
      harCertificateMs(entries, fetches, { rttMs: linkRttMs, downMbps: linkMbps, upMbps: linkUpMbps }),
    ),
    // Bodies of another network may come later than their heads.
    receiveMs: linkMbps === null ? {} : harReceiveMs(entries, fetches),
    leftOut: [
      ...leftOut,
      ...all
        .filter((entry) => !placed.includes(entry))
        .map(({ request }) => ({
          url: importedUrl(request.url),
          why: 'the HAR does not say when it was started',
        })),
    ],
  }
}

/**
 * Says when an entry was asked for: by the browser's own clock where it is known, else by the wall clock, of which HARs have
 * whole milliseconds.
 */
function clockOf(entries: readonly HarEntry[]): (entry: HarEntry) => number {
  const asked = (entry: HarEntry): number => startOf(entry) - Math.max(0, entry.timings?._queued ?? 0)
  const monotonic = ({ _requestTime, timings }: HarEntry): number | null =>
    _requestTime === undefined ? null : _requestTime * 1_000 - Math.max(0, timings?._queued ?? 0)
  const [first] = entries
  const anchorMs = first === undefined ? null : monotonic(first)
  return (entry) => {
    const wallMs = asked(entry)
    const monotonicMs = monotonic(entry)
    if (first === undefined || anchorMs === null || monotonicMs === null) return wallMs
    const ms = asked(first) + (monotonicMs - anchorMs)
    // An entry reused from an earlier request has that one's clock.
    return Math.abs(ms - wallMs) <= 2 ? ms : wallMs
  }
}

function observedFetch(
  entry: HarEntry,
  askedMs: number,
): Omit<ObservedFetch, 'thinkMs' | 'waitedMs' | 'heldMs' | 'pieces' | 'redirectedFrom'> {
  const { request, response, timings } = entry
  const isAnswered = response.status >= 100 && response.status <= 999
  const startedMs = askedMs + Math.max(0, timings?._queued ?? 0)
  const answeredMs = startedMs + phasesMs(entry, ['blocked', 'dns', 'connect', 'send', 'wait'])
  const failure = entry._error ?? response._error ?? (isAnswered ? null : 'no response')
  const isWhole = isAnswered && (failure === null || failure === '')
  const firstByteMs = isAnswered && timings !== undefined ? moment(answeredMs) : null
  const receivedMs = answeredMs + Math.max(0, timings?.receive ?? 0)
  // The phases of what had no response last until it failed.
  const failedMs = isAnswered || failure === UNFINISHED || receivedMs <= startedMs ? null : receivedMs
  const endMs = isWhole && firstByteMs !== null ? receivedMs : failedMs
  const size = sizeOf(entry)
  const guessed: GuessedField[] = size.isGuessed ? ['bytes'] : []
  return {
    method: request.method.slice(0, 64) || 'GET',
    url: importedUrl(request.url),
    resourceType: resourceType(response.content?.mimeType ?? '', entry._resourceType),
    ...prioritiesOf(entry),
    protocol: isAnswered ? entry.protocol : null,
    status: isAnswered ? Math.trunc(response.status) : null,
    requestBytes: Math.max(0, request.bodySize ?? 0),
    bytes: size.bytes,
    askedMs: moment(Math.max(0, askedMs)) ?? 0,
    startedMs: moment(Math.max(0, startedMs)) ?? 0,
    firstByteMs,
    finishedMs: moment(endMs),
    failure: isWhole ? null : (failure ?? 'no response').slice(0, 1_000),
    guessed,
    initiator: harInitiator(entry),
    requestId: entry._requestId ?? null,
    refererUrl: refererOf(entry),
  }
}

/** Chromium raises pictures once it has laid the page out. */
function prioritiesOf({
  _initialPriority,
  _priority,
}: HarEntry): Pick<ObservedFetch, 'priority' | 'lastPriority'> {
  const [first, last] = [nameOf(_initialPriority), nameOf(_priority)]
  return { priority: first ?? last, lastPriority: first === null || first === last ? null : last }
}

const nameOf = (priority: string | undefined): string | null => priority?.slice(0, 64) || null

/** Size of the body as sent; the decoded size where nothing else is known. */
function sizeOf({ response }: HarEntry): { bytes: number | null; isGuessed: boolean } {
  const { bodySize = -1, _transferSize = -1, content } = response
  const known = (bytes: number): boolean => bytes >= 0 && bytes <= GRAPH_LIMITS.bytes
  if (response.status < 100) return { bytes: null, isGuessed: false }
  if (bodySize > 0 && known(bodySize)) return { bytes: bodySize, isGuessed: false }
  // Firefox and Safari write 0 for what they did not count.
  const decoded = Math.trunc(content?.size ?? -1)
  if (decoded > 0 && known(decoded)) {
    const isTransfer = _transferSize > 0 && known(_transferSize)
    return { bytes: isTransfer ? _transferSize : decoded, isGuessed: true }
  }
  return { bytes: bodySize === 0 || decoded === 0 ? 0 : null, isGuessed: false }
}

function refererOf({ request }: HarEntry): string | null {
  const referer = request.headers.find(([name]) => name.toLowerCase() === 'referer')?.[1]
  return referer === undefined ? null : importedUrl(referer)
}
