import type { Entry } from 'har-format'
import { firstByte } from '../../har/first-byte.ts'
import { protocolName } from '../../har/protocol-name.ts'
import { transferBytes } from '../../har/transfer-bytes.ts'
import type { Fidelity } from './replay-fidelity.ts'
import { type Arrival, transferredParts, unqueuedWaits } from './unqueued-waits.ts'

/** Bounds of a server's think time, as one load of a replay shows it. */
interface WaitSeen {
  /** The wait that the link's queue cannot explain; without a known rate of the link the whole wait. */
  readonly leastMs: number
  /** Time to first byte less the shortest round trip that a handshake or a response of the address showed in this load. */
  readonly mostMs: number
}

/**
 * The waits of the entries that got a recorded answer. Not of an address of which no whole handshake is seen: its responses
 * alone show its round trip with their think times.
 */
export function waitsSeen({
  given,
  entries,
  linkMbps,
}: Pick<Fidelity, 'given' | 'entries' | 'linkMbps'>): Map<Entry, WaitSeen> {
  const hits = [...given.values()].flat()
  const roundTrips = roundTripsByAddress(hits)
  const unqueued = unqueuedByEntry(entries, roundTrips, linkMbps)
  return new Map(
    hits.flatMap((entry): [Entry, WaitSeen][] => {
      const firstByteMs = firstByte(entry)
      const roundTripMs = roundTrips.get(entry.serverIPAddress ?? '')
      if (firstByteMs === null || roundTripMs === undefined) return []
      const mostMs = Math.max(0, firstByteMs - roundTripMs)
      return [[entry, { leastMs: Math.min(mostMs, unqueued.get(entry) ?? mostMs), mostMs }]]
    }),
  )
}

/** The wait of each entry that the link's queue cannot explain; none where its rate is unknown. */
function unqueuedByEntry(
  entries: readonly Entry[],
  roundTrips: ReadonlyMap<string, number>,
  linkMbps: number | null,
): Map<Entry, number> {
  if (linkMbps === null) return new Map()
  const carried = entries.filter((entry) => firstByte(entry) !== null && entry.connection !== undefined)
  const startedMs = Math.min(...carried.map(requestMs))
  const waits = unqueuedWaits(
    carried.map((entry) => arrivalOf(entry, roundTrips, startedMs)),
    linkMbps,
  )
  return new Map(
    carried.flatMap((entry, index): [Entry, number][] => {
      const waitMs = waits[index] ?? null
      return waitMs === null ? [] : [[entry, waitMs]]
    }),
  )
}

/** @param startedMs of the load: what chrome-har counts the parts' times from */
function arrivalOf(entry: Entry, roundTrips: ReadonlyMap<string, number>, startedMs: number): Arrival {
  const { blocked = -1, dns = -1, connect = -1, send = 0, wait = 0, receive = 0 } = entry.timings
  const before = [blocked, dns, connect].reduce((sum, ms) => sum + Math.max(0, ms), 0)
  const firstByteMs = requestMs(entry) + before + send + wait
  const span = { firstByteMs, endMs: firstByteMs + receive }
  const parts = (entry._chunks ?? []).map(({ ts, bytes }) => ({ atMs: startedMs + ts, bytes }))
  return {
    connection: entry.connection ?? null,
    protocol: protocolName(entry.response.httpVersion),
    roundTripMs: roundTrips.get(entry.serverIPAddress ?? '') ?? null,
    sentMs: firstByteMs - (firstByte(entry) ?? 0),
    ...span,
    parts: transferredParts(parts, transferBytes(entry) ?? 0, span),
  }
}

/** Reads the browser's clock where chrome-har tells it: HAR's own times are of whole milliseconds. */
const requestMs = ({ _requestTime, startedDateTime }: Entry): number =>
  typeof _requestTime === 'number' ? _requestTime * 1_000 : Date.parse(startedDateTime)

function roundTripsByAddress(entries: readonly Entry[]): Map<string, number> {
  const shortest = new Map<string, number>()
  const shown = new Set<string>()
  for (const entry of entries) {
    const address = entry.serverIPAddress ?? ''
    const handshakeMs = handshakeRoundTrip(entry)
    if (handshakeMs !== null) shown.add(address)
    const bounds = [handshakeMs, firstByte(entry), shortest.get(address) ?? null]
    // No answer comes at once: the browser learned of both at the same moment.
    const known = bounds.flatMap((bound) => (bound !== null && bound > 0 ? bound : []))
    if (address !== '' && known.length > 0) shortest.set(address, Math.min(...known))
  }
  return new Map([...shortest].filter(([address]) => shown.has(address)))
}

/**
 * TCP's handshake alone; QUIC's, which is one with TLS. Not of a request that takes over an attempt to connect, which was
 * under way already: it has 0 for all that happened before it asked.
 */
function handshakeRoundTrip({ timings }: Entry): number | null {
  const { blocked = -1, dns = -1, connect = -1, ssl = -1 } = timings
  if (connect < 0 || Math.max(0, blocked) + Math.max(0, dns) <= 0) return null
  return ssl > 0 && ssl < connect ? connect - ssl : connect
}
