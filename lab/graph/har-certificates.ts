import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import type { HarEntry } from '../../record/import/har-file.ts'
import { phasesMs, placeOf } from '../../record/import/har-times.ts'
import type { ObservedFetch } from './observed-load.ts'

/** The emulated link that a load was behind, as configured; null where unknown. */
interface HandshakeLink {
  readonly rttMs: number | null
  readonly downMbps: number | null
  readonly upMbps: number | null
}

/** A handshake's bytes take as long as what is looked for below this. */
const LEAST_MBPS = 10

/** Time that the lab's server and link add to a handshake's round trips. A replay has it too: 2.0 to 4.1 ms (fibre, n = 24). */
const SERVED_MS = 2

/** Round trips of TCP and TLS 1.3; QUIC has one for both. A request of HTTP/1.1 may get another connection than its own. */
const ROUND_TRIPS = new Map([
  ['h2', 2],
  ['h3', 1],
])

interface Handshake {
  readonly place: string
  /** Time when its last round trip was over. */
  readonly arrivedMs: number
  /** Time from then until the browser had done with it. */
  readonly restMs: number
}

/**
 * The browser's time to check a certificate, milliseconds: each host's once, one after the other, so that of handshakes that
 * end together the last takes longest. Null where no handshake of HTTP/2 or HTTP/3 was seen by the browser's own clock, or the
 * link is slow.
 * @param fetches of the entries, in their order
 */
export function harCertificateMs(
  entries: readonly HarEntry[],
  fetches: readonly Pick<ObservedFetch, 'startedMs'>[],
  { rttMs, downMbps, upMbps }: HandshakeLink,
): number | null {
  if (rttMs === null || Math.min(downMbps ?? 0, upMbps ?? 0) < LEAST_MBPS) return null
  const seen = entries.flatMap((entry, n) => handshakeOf(entry, fetches[n]?.startedMs ?? 0, rttMs) ?? [])
  // A request that joins a handshake under way sees the rest of it alone.
  const whole = [...Map.groupBy(seen, ({ place }) => place).values()].map((ofPlace) =>
    ofPlace.reduce((a, b) => (b.restMs > a.restMs ? b : a)),
  )
  return whole.length === 0 ? null : checkMs(whole.toSorted((a, b) => a.arrivedMs - b.arrivedMs))
}

function handshakeOf(entry: HarEntry, startedMs: number, rttMs: number): Handshake | null {
  const roundTrips = ROUND_TRIPS.get(entry.protocol ?? '')
  const connectMs = entry.timings?.connect ?? -1
  if (roundTrips === undefined || !(connectMs > 0 && connectMs <= GRAPH_LIMITS.ms)) return null
  if (entry._requestTime === undefined || entry.connection === null) return null
  const networkMs = roundTrips * rttMs + SERVED_MS
  const arrivedMs = startedMs + phasesMs(entry, ['blocked', 'dns']) + networkMs
  return { place: placeOf(entry), arrivedMs, restMs: Math.max(0, connectMs - networkMs) }
}

/** The time of one that explains how long all took together: by bisection, as the sum rises with it. */
function checkMs(handshakes: readonly Handshake[]): number {
  const seenMs = handshakes.reduce((sum, { restMs }) => sum + restMs, 0)
  let [low, high] = [0, seenMs]
  while (high - low > PRECISION_MS) {
    const middle = (low + high) / 2
    if (restsMs(handshakes, middle) < seenMs) low = middle
    else high = middle
  }
  return high
}

const PRECISION_MS = 0.001

function restsMs(handshakes: readonly Handshake[], eachMs: number): number {
  let [freeMs, sumMs] = [0, 0]
  for (const { arrivedMs } of handshakes) {
    freeMs = Math.max(freeMs, arrivedMs) + eachMs
    sumMs += freeMs - arrivedMs
  }
  return sumMs
}
