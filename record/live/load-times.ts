import type { ExchangeTiming } from '../../model/recording/exchange.ts'
import type { HostLoad } from '../../model/recording/host.ts'
import { mostUnderWay } from '../most-under-way.ts'
import type { PageAnswer, PageRequest } from './page-request.ts'

/** Says when a request took place, without the load's number. */
type RequestTimes = Omit<ExchangeTiming, 'load'>

/** The requests of one load that went over a connection, with the round trips of the addresses that they went to. */
export class LoadTimes {
  readonly #startedMs: number
  readonly #carried: readonly PageRequest[]
  /** The shortest by address that this load showed. */
  readonly roundTrips: ReadonlyMap<string, number>
  readonly #underWay: ReadonlyMap<PageRequest, number>

  constructor(requests: readonly PageRequest[]) {
    this.#startedMs = requests[0]?.startedMs ?? 0
    this.#carried = requests.filter(isCarried)
    this.roundTrips = roundTripsByAddress(this.#carried)
    this.#underWay = underWayOf(this.#carried)
  }

  /**
   * @param roundTrips of each address, the shortest that any load showed
   * @param waits of the load's requests without the link's queue; null: its rate is unknown
   */
  timesOf(
    request: PageRequest,
    roundTrips: ReadonlyMap<string, number>,
    waits: ReadonlyMap<PageRequest, number> | null,
  ): RequestTimes {
    const { answer, startedMs } = request
    const finishedMs = bodyEndMs(request)
    const firstByteMs = firstByte(request)
    const roundTripMs = roundTrips.get(answer?.address ?? '')
    const headMs = headEndMs(request)
    const thinkMs =
      firstByteMs === null || roundTripMs === undefined
        ? null
        : rounded(Math.max(0, firstByteMs - roundTripMs))
    const underWay = this.#underWay.get(request)
    const serverMs = rounded(waits?.get(request) ?? null)
    return {
      startedMs: Math.max(0, rounded(startedMs - this.#startedMs)),
      firstByteMs: rounded(firstByteMs),
      thinkMs,
      ...(waits !== null && {
        serverMs: serverMs === null || thinkMs === null ? null : Math.min(serverMs, thinkMs),
      }),
      receiveMs: headMs === null || finishedMs === null ? null : rounded(Math.max(0, finishedMs - headMs)),
      protocol: answer?.connection == null ? null : answer.protocol,
      connection: answer?.connection ?? null,
      ...(underWay !== undefined && { underWay }),
    }
  }

  /** Returns what this load shows of an origin; null where no connection to it is seen. */
  hostOf(origin: string): Omit<HostLoad, 'load'> | null {
    const own = this.#carried.filter(({ url }) => new URL(url).origin === origin)
    const [first] = own
    if (first === undefined) return null
    const address = first.answer?.address ?? null
    const set = own.find(({ answer }) => isSetUp(answer))?.answer?.timing ?? null
    const isQuic = set !== null && set.sslStart === set.connectStart
    return {
      address,
      protocol: mostFrequent(own.flatMap(({ answer }) => answer?.protocol ?? [])),
      connections: new Set(own.map(({ answer }) => answer?.connection)).size,
      dnsMs: set === null ? null : span(set.dnsStart, set.dnsEnd),
      connectMs: set === null ? null : span(set.connectStart, set.connectEnd),
      tlsMs: set === null || isQuic ? null : span(set.sslStart, set.sslEnd),
      roundTripMs: rounded(this.roundTrips.get(address ?? '') ?? null),
    }
  }
}

/**
 * Takes the shortest of several loads for each address: what one load shows is never less than the path takes.
 *
 * @param isOneLink all addresses are behind one emulated link, and have its round trip: the shortest of any. One whose
 *   handshake no load shows would else have the think time of its quickest response in its round trip.
 */
export function shortestRoundTrips(loads: readonly LoadTimes[], isOneLink: boolean): Map<string, number> {
  const shortest = new Map<string, number>()
  for (const { roundTrips } of loads)
    for (const [address, roundTripMs] of roundTrips)
      shortest.set(address, Math.min(roundTripMs, shortest.get(address) ?? roundTripMs))
  if (!isOneLink) return shortest
  const leastMs = Math.min(...shortest.values())
  return new Map([...shortest.keys()].map((address) => [address, leastMs]))
}

/**
 * The shortest round trip that each address showed: of TCP's handshake, of QUIC's, and of any request to its response,
 * of which the last two are upper bounds.
 */
function roundTripsByAddress(requests: readonly PageRequest[]): Map<string, number> {
  const shortest = new Map<string, number>()
  for (const request of requests) {
    const { answer } = request
    if (answer?.address == null) continue
    const bounds = [handshakeRoundTrip(request), firstByte(request), shortest.get(answer.address) ?? null]
    // No answer comes at once: the browser learned of both at the same moment.
    const known = bounds.flatMap((bound) => (bound !== null && bound > 0 ? bound : []))
    if (known.length > 0) shortest.set(answer.address, Math.min(...known))
  }
  return shortest
}

/** Says how many requests to its host were under way while each waited, at most. */
function underWayOf(requests: readonly PageRequest[]): Map<PageRequest, number> {
  const waiting = requests.flatMap((request) => {
    const [sentMs, firstByteMs] = sentAndFirstByte(request) ?? []
    if (sentMs === undefined || firstByteMs === undefined) return []
    const startMs = (request.answer?.timing?.requestTime ?? 0) * 1_000
    const { host } = new URL(request.url)
    return [{ request, host, sentMs: startMs + sentMs, firstByteMs: startMs + firstByteMs }]
  })
  const most = mostUnderWay(waiting)
  return new Map(waiting.map(({ request }, place) => [request, most[place] ?? 1]))
}

/**
 * Whether a request's times hold the whole set-up of its connection. One that takes over an attempt that was under way
 * already has 0 for all that happened before it asked.
 */
const isSetUp = (answer: PageRequest['answer']): boolean =>
  answer !== null && !answer.isConnectionReused && (answer.timing?.connectStart ?? -1) > 0

function handshakeRoundTrip({ answer }: PageRequest): number | null {
  if (answer?.timing == null || !isSetUp(answer)) return null
  const { connectStart, connectEnd, sslStart } = answer.timing
  // Cleartext has no TLS; QUIC's handshake starts with the connection.
  return sslStart > connectStart ? sslStart - connectStart : connectEnd - connectStart
}

/** Whether a connection carried it in this load. */
export const isCarried = ({ answer, isFromMemory }: PageRequest): boolean =>
  answer?.connection != null && !isFromMemory

function firstByte(request: PageRequest): number | null {
  const [sentMs, answeredMs] = sentAndFirstByte(request) ?? []
  return sentMs === undefined || answeredMs === undefined ? null : answeredMs - sentMs
}

/**
 * Says when the request was sent, or the end of its body where it has one, and when its response's first byte came: since its
 * `requestTime`; null where the browser does not say.
 */
export function sentAndFirstByte({ answer, postData }: PageRequest): readonly [number, number] | null {
  const timing = answer?.timing ?? null
  if (timing === null) return null
  const answeredMs = finalHeadMs(answer, timing)
  // The browser may learn that a request was sent after its response has come.
  const sentMs = postData === null ? timing.sendStart : Math.min(timing.sendEnd, answeredMs)
  return answeredMs < 0 || sentMs < 0 ? null : [sentMs, Math.max(sentMs, answeredMs)]
}

/** A head of so many bytes comes in one packet, all at once. */
const ONE_PACKET_BYTES = 1_200

/**
 * Says when the first byte of the final response came. Chromium's `receiveHeadersStart` is that of any response, a 103 or 102
 * included; a head that one packet holds began when it ended.
 */
function finalHeadMs(answer: PageRequest['answer'], timing: NonNullable<PageAnswer['timing']>): number {
  const isShort = (answer?.headBytes ?? Number.POSITIVE_INFINITY) <= ONE_PACKET_BYTES
  const isInterim = answer?.hasInterim === true || isShort
  return isInterim ? timing.receiveHeadersEnd : (timing.receiveHeadersStart ?? timing.receiveHeadersEnd)
}

/** Parts of one body that are further apart came at different times, however late a page hears of them. */
const APART_MS = 50

/** Says when the body ended: where the browser has that with the head, although parts followed, the last of these says it. */
function bodyEndMs(request: PageRequest): number | null {
  const { finishedMs, parts } = request
  const [first, last] = [parts[0], parts.at(-1)]
  if (finishedMs === null || first === undefined || last === undefined) return finishedMs
  const isWithHead = finishedMs <= (headEndMs(request) ?? Number.NEGATIVE_INFINITY)
  return isWithHead && last.atMs - first.atMs >= APART_MS ? last.atMs : finishedMs
}

function headEndMs({ answer }: PageRequest): number | null {
  const timing = answer?.timing ?? null
  return timing === null || timing.receiveHeadersEnd < 0
    ? null
    : timing.requestTime * 1_000 + timing.receiveHeadersEnd
}

const span = (start: number, end: number): number | null =>
  start < 0 || end < start ? null : rounded(end - start)

/** Rounds to a microsecond, finer than the browser's clock. */
function rounded(value: number): number
function rounded(value: number | null): number | null
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1_000) / 1_000
}

function mostFrequent(values: readonly string[]): string | null {
  const groups = [...Map.groupBy(values, (value) => value)]
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}
