import { computeAll } from '../../crawler/metrics/compute.ts'
import { withoutUserinfoIn } from '../../crawler/network/recorded-url.ts'
import { harOf } from '../../crawler/probe/load/har.ts'
import type { Load } from '../../crawler/probe/load/load.ts'
import type { Exchange } from '../../model/recording/exchange.ts'
import type { RecordedLoad } from '../../model/recording/load.ts'
import type { RecordedWindow, Recording } from '../../model/recording/recording.ts'
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../model/recording/version.ts'
import type { RecordingFolder } from '../folder/write-recording.ts'
import { HeaderRemoval } from '../identifying-headers.ts'
import { recordedUrl } from '../recorded-url.ts'
import { addBounds } from '../think-time-bounds.ts'
import type { BodiesLoad } from './bodies-load.ts'
import { addPauses } from './body-pauses.ts'
import { addHints, type FoundAgain } from './early-hints.ts'
import { exact, findAgain, withoutQuery } from './find-again.ts'
import { isWorkerScript, liveExchanges } from './live-exchanges.ts'
import { liveHosts } from './live-hosts.ts'
import { isCarried, LoadTimes, shortestRoundTrips } from './load-times.ts'
import { NotRecorded } from './not-recorded.ts'
import { pageRequests } from './page-request.ts'
import type { RecordPageOptions } from './record-page-options.ts'
import { linkRateMbps, serverWaits } from './server-waits.ts'
import { volatileParameters } from './volatile-parameters.ts'

/** A load with what it was taken for. */
export interface TakenLoad {
  readonly load: Load
  readonly purpose: RecordedLoad['purpose']
}

/** Puts the loads of a page together, that for bodies first, and stores the bodies. */
export async function assemble(
  url: string,
  bodies: BodiesLoad,
  all: readonly TakenLoad[],
  userAgent: string,
  folder: RecordingFolder,
  {
    link,
    toolVersion,
    seed,
    initialWindow,
  }: Pick<RecordPageOptions, 'link' | 'toolVersion'> & {
    readonly seed: number | null
    readonly initialWindow: RecordedWindow | null
  },
): Promise<Recording> {
  const { seen, unsent, webSockets, refusals, load, obstacles } = bodies
  const removal = new HeaderRemoval()
  const exchanges = await liveExchanges(seen, folder, removal)
  if (exchanges.length === 0) throw new NotRecorded(url, 'no request of it is in the browser’s network log')
  const loads = all.map(recordedLoad)
  const timed = all.map((each, ordinal) => {
    const requests = pageRequests(each.load.events)
    return { load: loads[ordinal] as RecordedLoad, requests, times: new LoadTimes(requests) }
  })
  const volatile = volatileParameters(timed.map(({ requests }) => requests))
  for (const exchange of exchanges) {
    const names = volatile.get(withoutQuery(exchange))?.filter((name) => hasParameter(exchange, name)) ?? []
    if (names.length > 0) exchange.volatile = names
  }
  const roundTrips = shortestRoundTrips(
    timed.map(({ times }) => times),
    link !== null,
  )
  const linkMbps = linkRateMbps(link)
  const forTimes: FoundAgain[] = []
  for (const { load: one, requests, times } of timed) {
    const carried = requests.filter(isCarried)
    const waits = linkMbps === null ? null : serverWaits(requests, roundTrips, linkMbps)
    const own = one.ordinal === 0 ? [exact] : undefined
    const found = findAgain(exchanges, carried, own)
    if (one.purpose === 'times' && one.failure === null) forTimes.push(found)
    for (const [exchange, request] of found)
      exchange.timings.push({ load: one.ordinal, ...times.timesOf(request, roundTrips, waits) })
  }
  const http1 = loads.find(({ purpose, failure }) => purpose === 'http1' && failure === null)?.ordinal ?? null
  addHints(exchanges, seen, forTimes, http1, roundTrips)
  addBounds(exchanges, loads)
  addPauses(exchanges, seen, roundTrips, linkMbps)
  const main = load.requests.findLast(({ isMainDocument }) => isMainDocument)
  const document = seen.findLastIndex(
    ({ page, sent }) =>
      page?.requestId === main?.requestId && recordedUrl(sent.url) === recordedUrl(main?.url ?? ''),
  )
  return {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    tool: { name: 'towline', version: toolVersion },
    source: { kind: 'live', file: null },
    pageUrl: recordedUrl(url),
    document: document < 0 ? null : document,
    recordedAt: load.startedAt,
    browser: bodies.version,
    userAgent,
    link,
    ...(initialWindow !== null && { initialWindow }),
    seed,
    loads,
    hosts: liveHosts(seen, timed, bodies.certificates),
    exchanges,
    notReplayed: [
      ...webSockets.map((each) => ({
        kind: 'websocket',
        url: recordedUrl(each),
        why: 'a connection of messages',
      })),
      ...seen.filter(isWorkerScript).map(({ sent }) => ({
        kind: 'serviceworker',
        url: recordedUrl(sent.url),
        why: 'it would answer in place of the network',
      })),
      ...exchanges
        .filter(({ resourceType }) => resourceType === 'EventSource')
        .map((each) => ({ kind: 'eventsource', url: each.url, why: 'a response that does not end' })),
    ],
    leftOut: [
      ...[...refusals].map(([refused, why]) => ({ url: recordedUrl(refused), why })),
      ...unsent
        .filter((request) => !refusals.has(request.url))
        .map((request) => ({ url: recordedUrl(request.url), why: request.error ?? 'unknown' })),
    ],
    ...(obstacles !== null && { obstacles: [...obstacles] }),
    removedHeaders: removal.names,
  }
}

function hasParameter({ url }: Pick<Exchange, 'url'>, name: string): boolean {
  return new URL(url).searchParams.has(name)
}

function recordedLoad({ load, purpose }: TakenLoad, ordinal: number): RecordedLoad {
  const har = load.events.length === 0 ? null : withoutUserinfoIn(harOf(load))
  const { timings, connections } = load
  const metrics = computeAll({ timings, har, connections, packets: null })
  return {
    ordinal,
    purpose,
    startedAt: load.startedAt,
    failure: load.failure ?? refusal(load),
    metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
  }
}

/** An error page in place of the page, as a server may have it that does not speak HTTP/1.1. */
function refusal({ status }: Load): RecordedLoad['failure'] {
  return status !== null && (status < 100 || status >= 400)
    ? { code: 'unknown_failure', detail: `status ${status}` }
    : null
}
