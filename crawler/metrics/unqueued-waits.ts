/** A response as it came over a link. All times in milliseconds of one clock. */
export interface Arrival {
  /** Is null where unknown. */
  readonly connection: string | null
  /** ALPN name; null: unknown. */
  readonly protocol: string | null
  /** Shortest of its connection's address; null: unknown. */
  readonly roundTripMs: number | null
  /** The request's last byte left. */
  readonly sentMs: number
  readonly firstByteMs: number
  readonly endMs: number
  /** Its bytes as they were transferred, in any order. */
  readonly parts: readonly ArrivedPart[]
}

export interface ArrivedPart {
  readonly atMs: number
  readonly bytes: number
}

/** A packet's share for responses: headers of IP, TCP or QUIC, TLS records and frames take 4 to 8 %. */
const PAYLOAD_FRACTION = 0.92
const PACKET_BYTES = 1_500
/** Ten segments (RFC 6928), less TLS's own. */
const FIRST_WINDOW_BYTES = 14_300
/** Error of the browser's times when it has much to do. */
const NOISE_MS = 2

/**
 * Finds for each response the wait that the link cannot explain: from a round trip after the request to the last moment before
 * the first byte at which the link stood idle, for a response that is ready takes an idle link at once. The server took at
 * least that long, and no longer than until the first byte. Null where the round trip is unknown.
 *
 * The link was busy for as long as it needs for what came, as late as the times of arrival allow. A shorter idle time than
 * a round trip counts as busy while another response of the connection was coming: its sender waited for acknowledgements,
 * and what stood behind it in the sender's buffer with it.
 */
export function unqueuedWaits(arrivals: readonly Arrival[], linkMbps: number): (number | null)[] {
  const bytesPerMs = (linkMbps * 1_000 * PAYLOAD_FRACTION) / 8
  const spans = busySpans(arrivals, bytesPerMs)
  const shortestGapMs = NOISE_MS + PACKET_BYTES / bytesPerMs
  return arrivals.map((arrival) => {
    const { roundTripMs, sentMs, firstByteMs } = arrival
    if (roundTripMs === null) return null
    const roundTrips = isSeenLate(arrival, arrivals, bytesPerMs) ? 2 : 1
    const earliestMs = sentMs + roundTrips * roundTripMs
    let busySinceMs = firstByteMs
    for (const { startMs, endMs } of spans) {
      if (busySinceMs <= earliestMs) break
      if (startMs >= firstByteMs) continue
      const gapMs = busySinceMs - endMs
      const mayBeHeld = gapMs <= roundTripMs + shortestGapMs
      if (gapMs > shortestGapMs && !(mayBeHeld && isBehind(arrival, arrivals, endMs, busySinceMs))) break
      busySinceMs = Math.min(busySinceMs, startMs)
    }
    return Math.max(0, busySinceMs - earliestMs)
  })
}

interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** Says when the link carried each part, as late as can be, the last one first. */
function busySpans(arrivals: readonly Arrival[], bytesPerMs: number): Span[] {
  let nextMs = Number.POSITIVE_INFINITY
  return arrivals
    .flatMap(({ parts }) => parts)
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ atMs, bytes }) => {
      const endMs = Math.min(atMs, nextMs)
      nextMs = endMs - bytes / bytesPerMs
      return { startMs: nextMs, endMs }
    })
}

/** Whether another response of its connection had begun and not ended in this time. */
function isBehind(own: Arrival, arrivals: readonly Arrival[], fromMs: number, untilMs: number): boolean {
  return arrivals.some(
    (other) =>
      other !== own &&
      other.connection !== null &&
      other.connection === own.connection &&
      other.firstByteMs <= fromMs &&
      other.endMs >= untilMs,
  )
}

/**
 * Whether its head came a round trip before the browser saw it: the first response of a TCP connection, in one TLS record
 * of more than the first window holds.
 */
function isSeenLate(own: Arrival, arrivals: readonly Arrival[], bytesPerMs: number): boolean {
  const { connection, protocol, firstByteMs, endMs, parts } = own
  if (connection === null || (protocol !== 'http/1.1' && protocol !== 'h2')) return false
  const laterBytes = (endMs - firstByteMs) * bytesPerMs
  const bytesAtOnce = parts.reduce((sum, { bytes }) => sum + bytes, 0) - laterBytes
  return (
    bytesAtOnce > FIRST_WINDOW_BYTES &&
    !arrivals.some((other) => other.connection === connection && other.firstByteMs < firstByteMs)
  )
}

/** The parts of a response of which the browser tells decoded sizes: as they share in what was transferred. */
export function transferredParts(
  decoded: readonly ArrivedPart[],
  transferredBytes: number,
  { firstByteMs, endMs }: Pick<Arrival, 'firstByteMs' | 'endMs'>,
): ArrivedPart[] {
  const sum = decoded.reduce((total, { bytes }) => total + bytes, 0)
  if (sum === 0) return [{ atMs: endMs, bytes: transferredBytes }]
  // A page hears of its parts late.
  return decoded.map(({ atMs, bytes }) => ({
    atMs: Math.min(endMs, Math.max(firstByteMs, atMs)),
    bytes: (bytes / sum) * transferredBytes,
  }))
}
