import { readPriority } from '../../har/priority.ts'
import { resourceType } from '../../har/resource-type.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import type { GuessedField } from '../../model/graph/node.ts'
import type { Exchange, ExchangeTiming } from '../../model/recording/exchange.ts'
import type { HostLoad } from '../../model/recording/host.ts'
import type { RecordedLoad } from '../../model/recording/load.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { nameWaits } from '../replay/name-waits.ts'
import { recordedThinkMs } from '../replay/recorded-think-times.ts'
import { isAddress } from '../replay/replayed-origin.ts'
import { GraphError } from './graph-error.ts'
import { moment } from './moment.ts'
import type { LookUp, ObservedFetch, ObservedLoad } from './observed-load.ts'
import { allowedToShare } from './shared-connections.ts'

/**
 * One load of a recording: of those whose times count and that succeeded, the one with the median page load time (the
 * lower of two). Where none has one, the first.
 * @throws GraphError where no load has any times
 */
export function observeRecording(
  recording: Recording,
  name: string,
): { readonly load: ObservedLoad; readonly ordinal: number } {
  const chosen = chooseLoad(recording)
  if (chosen === null) throw new GraphError(65, `${name}: no load of it has times`)
  const { ordinal, metrics, startedAt } = chosen
  const timed = recording.exchanges
    .flatMap((exchange) => {
      const timing = timingIn(exchange, ordinal)
      return timing === null ? [] : [{ exchange, timing }]
    })
    .toSorted((a, b) => a.timing.startedMs - b.timing.startedMs || a.exchange.id - b.exchange.id)
  const places = new Map(timed.map(({ exchange }, place) => [exchange.id, place]))
  const setUps = setUpsOf(recording, timed, ordinal)
  const loadMs = metrics.plt_ms ?? null
  return {
    ordinal,
    load: {
      pageUrl: recording.pageUrl,
      startedAt,
      browser: recording.browser,
      loadMs: loadMs === null || loadMs > GRAPH_LIMITS.ms ? null : loadMs,
      fetches: endedInTime(
        timed.map((each, place) => observedFetch(each, setUps[place] ?? 0, places, recording)),
      ),
      sharedConnections: allowedToShare(recording.hosts),
      lookUps: lookUpsOf(recording),
      turnaroundMs: null,
      certificateMs: null,
      receiveMs: {},
      leftOut: [
        ...recording.exchanges
          .filter(({ id }) => !places.has(id))
          .map(({ url }) => ({ url, why: `no request of load ${ordinal}` })),
        ...recording.leftOut,
      ],
    },
  }
}

/** Gives look-ups as a browser's replay of the recording has them. */
function lookUpsOf(recording: Recording): LookUp[] {
  const waitOf = nameWaits(recording)
  const names = new Set(recording.hosts.flatMap(({ host }) => (isAddress(host) ? [] : [host])))
  return waitOf === null ? [] : [...names].map((host) => ({ host, waitMs: moment(waitOf(host)) ?? 0 }))
}

type PlacedTiming = ExchangeTiming & { readonly startedMs: number }

interface Timed {
  readonly exchange: Exchange
  readonly timing: PlacedTiming
}

function chooseLoad({ loads, exchanges }: Recording): RecordedLoad | null {
  const timed = loads.filter(
    ({ ordinal, purpose }) =>
      purpose === 'times' && exchanges.some((exchange) => timingIn(exchange, ordinal) !== null),
  )
  const byPlt = timed
    .filter(({ failure, metrics }) => failure === null && metrics.plt_ms != null)
    .toSorted((a, b) => (a.metrics.plt_ms ?? 0) - (b.metrics.plt_ms ?? 0))
  return byPlt[Math.floor((byPlt.length - 1) / 2)] ?? timed[0] ?? null
}

function timingIn({ timings }: Exchange, ordinal: number): PlacedTiming | null {
  const timing = timings.find(({ load }) => load === ordinal)
  const startedMs = timing?.startedMs ?? null
  return timing === undefined || startedMs === null || startedMs > GRAPH_LIMITS.ms
    ? null
    : { ...timing, startedMs }
}

/**
 * Milliseconds from the start of each request until it could be sent, as far as a recording tells: the set-up of the
 * connection that it is the first of. Waits for a free connection are not recorded.
 */
function setUpsOf({ hosts }: Recording, timed: readonly Timed[], ordinal: number): number[] {
  const seen = new Set<string>()
  const byOrigin = new Map<string, HostLoad | undefined>(
    hosts.map(({ scheme, host, port, loads }) => [
      `${scheme} ${host} ${port}`,
      loads.find(({ load }) => load === ordinal),
    ]),
  )
  return timed.map(({ exchange, timing: { connection } }) => {
    if (connection === null || seen.has(connection)) return 0
    seen.add(connection)
    const { protocol, hostname, port } = new URL(exchange.url)
    const scheme = protocol.slice(0, -1)
    const name = hostname.replace(/^\[|\]$/g, '')
    const load = byOrigin.get(`${scheme} ${name} ${port || (scheme === 'https' ? 443 : 80)}`)
    return (load?.dnsMs ?? 0) + (load?.connectMs ?? 0)
  })
}

function observedFetch(
  { exchange, timing }: Timed,
  setUpMs: number,
  places: ReadonlyMap<number, number>,
  recording: Recording,
): ObservedFetch {
  const { startedMs, receiveMs } = timing
  const firstByteMs = timing.firstByteMs === null ? null : moment(startedMs + setUpMs + timing.firstByteMs)
  const isWhole = exchange.failure === null
  const finishedMs =
    firstByteMs === null || receiveMs === null || !isWhole ? null : moment(firstByteMs + receiveMs)
  const { body, initiator, redirectedFrom } = exchange
  const guessed: GuessedField[] = [
    ...(firstByteMs === null ? [] : (['firstByteMs'] as const)),
    ...(finishedMs === null ? [] : (['finishedMs'] as const)),
    ...(body !== null && body.sentBytes === null ? (['bytes'] as const) : []),
  ]
  return {
    method: exchange.method.slice(0, 64),
    url: exchange.url,
    resourceType: resourceType(contentType(exchange), exchange.resourceType),
    priority: readPriority(exchange.priority),
    lastPriority: null,
    protocol: timing.protocol,
    status: exchange.status,
    requestBytes: exchange.requestBody?.bytes ?? 0,
    bytes:
      body === null
        ? exchange.bodyMissing === null && exchange.status !== null
          ? 0
          : null
        : (body.sentBytes ?? body.bytes),
    thinkMs: moment(recordedThinkMs(exchange, recording, true) ?? timing.serverMs ?? timing.thinkMs),
    waitedMs: null,
    askedMs: moment(startedMs) ?? 0,
    startedMs: moment(startedMs) ?? 0,
    heldMs: null,
    firstByteMs,
    finishedMs,
    pieces: [],
    failure: exchange.failure,
    guessed,
    initiator: {
      type: initiator.type,
      urls: [],
      fetch: initiator.exchange === null ? null : (places.get(initiator.exchange) ?? null),
      requestId: null,
      place: null,
    },
    requestId: null,
    redirectedFrom: redirectedFrom === null ? null : (places.get(redirectedFrom) ?? null),
    refererUrl: exchange.requestHeaders.find(([name]) => name.toLowerCase() === 'referer')?.[1] ?? null,
  }
}

/** Ends are guessed, and none is after what it led to: a script and a style sheet are whole by then, a redirect has begun. */
function endedInTime(fetches: readonly ObservedFetch[]): ObservedFetch[] {
  const latestEnds = fetches.map(() => Number.POSITIVE_INFINITY)
  // A preflight names the request that waits for it.
  for (const { startedMs, initiator, redirectedFrom } of fetches)
    for (const parent of [initiator.type === 'preflight' ? null : initiator.fetch, redirectedFrom])
      if (parent !== null && (parent === redirectedFrom || fetches[parent]?.resourceType !== 'document'))
        latestEnds[parent] = Math.min(latestEnds[parent] ?? 0, startedMs)
  return fetches.map((fetch, place) => {
    const latestMs = Math.max(fetch.startedMs, latestEnds[place] ?? 0)
    const capped = (ms: number | null): number | null => (ms === null ? null : Math.min(ms, latestMs))
    return { ...fetch, firstByteMs: capped(fetch.firstByteMs), finishedMs: capped(fetch.finishedMs) }
  })
}

const contentType = ({ responseHeaders }: Exchange): string =>
  responseHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
