import type { ExchangeTiming } from '../../model/recording/exchange.ts'
import { mostUnderWay } from '../most-under-way.ts'
import { type HarEntry, startOf } from './har-file.ts'
import type { ShownHost } from './imported-hosts.ts'

/** HAR 1.2 has -1 for a phase that an entry did not go through. */
const known = (timeMs: number | undefined): number | null =>
  timeMs === undefined || timeMs < 0 ? null : timeMs

/** Times of the one load that a HAR is of. */
export class HarTimes {
  readonly #startMs: number
  readonly #roundTrips = new Map<string, number>()
  readonly #underWay: ReadonlyMap<HarEntry, number>

  /** @param leastRoundTripMs of the emulated link that all was behind; 0: none, or unknown */
  constructor(entries: readonly HarEntry[], leastRoundTripMs = 0) {
    this.#startMs = Math.min(...entries.map(startOf))
    this.#underWay = underWayOf(entries)
    for (const entry of entries) {
      const bounds = [handshakeMs(entry), answeredMs(entry), this.#roundTrips.get(placeOf(entry)) ?? null]
      const least = bounds.filter((bound) => bound !== null)
      // An entry that got a connection which others had begun to open saw the end of the handshake alone.
      if (least.length > 0)
        this.#roundTrips.set(placeOf(entry), Math.max(leastRoundTripMs, Math.min(...least)))
    }
  }

  /** The shortest that its address showed; null: none. */
  roundTripOf(entry: HarEntry): number | null {
    return this.#roundTrips.get(placeOf(entry)) ?? null
  }

  timingOf(entry: HarEntry): ExchangeTiming {
    const underWay = this.#underWay.get(entry)
    const startedMs = startOf(entry) - this.#startMs
    const firstByteMs = answeredMs(entry)
    const roundTripMs = this.roundTripOf(entry)
    return {
      load: 0,
      startedMs: Number.isFinite(startedMs) ? startedMs : null,
      firstByteMs,
      thinkMs: firstByteMs === null || roundTripMs === null ? null : Math.max(0, firstByteMs - roundTripMs),
      receiveMs: entry.response.status === 0 ? null : known(entry.timings?.receive),
      protocol: entry.protocol,
      connection: entry.connection,
      ...(underWay !== undefined && { underWay }),
    }
  }

  hostOf(entries: readonly HarEntry[]): ShownHost {
    const answered = entries.filter(({ response }) => response.status > 0)
    const [first] = answered
    if (first === undefined) return { address: null, protocol: null, load: null }
    const connections = new Set(answered.flatMap(({ connection }) => connection ?? []))
    const set = answered.find((entry) => (known(entry.timings?.connect) ?? 0) > 0)?.timings
    const protocols = answered.flatMap(({ protocol }) => protocol ?? [])
    const groups = [...Map.groupBy(protocols, (each) => each)]
    const address = addressOf(first)
    const protocol = groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
    return {
      address,
      protocol,
      load: {
        load: 0,
        address,
        protocol,
        connections: connections.size === 0 ? null : connections.size,
        dnsMs: known(set?.dns),
        connectMs: known(set?.connect),
        tlsMs: known(set?.ssl),
        roundTripMs: this.#roundTrips.get(placeOf(first)) ?? null,
      },
    }
  }
}

function underWayOf(entries: readonly HarEntry[]): Map<HarEntry, number> {
  const waiting = entries.flatMap((entry) => {
    const waitMs = answeredMs(entry)
    const sentMs = startOf(entry) + phasesMs(entry, ['blocked', 'dns', 'connect', 'send'])
    const host = URL.parse(entry.request.url)?.host
    if (waitMs === null || host === undefined || !Number.isFinite(sentMs)) return []
    return [{ entry, host, sentMs, firstByteMs: sentMs + waitMs }]
  })
  const most = mostUnderWay(waiting)
  return new Map(waiting.map(({ entry }, place) => [entry, most[place] ?? 1]))
}

/** IPv6 without brackets; null where the HAR has none. */
export const addressOf = ({ serverIPAddress }: HarEntry): string | null =>
  serverIPAddress?.replace(/^\[|\]$/g, '') || null

/** Says how long these phases took together; those that an entry did not go through take no time. */
export function phasesMs(
  { timings }: HarEntry,
  phases: readonly ('blocked' | 'dns' | 'connect' | 'send' | 'wait')[],
): number {
  return phases.reduce((sum, phase) => sum + (known(timings?.[phase]) ?? 0), 0)
}

/** Says where its connection went: the address, or the host where no address is named. */
export const placeOf = (entry: HarEntry): string =>
  addressOf(entry) ?? URL.parse(entry.request.url)?.host ?? ''

/** A time of no more than this is a difference of rounding; milliseconds. */
const ROUNDING_MS = 0.01

/** TCP's handshake, or QUIC's; null where the entry opened no connection. `ssl` is inside `connect` (HAR 1.2). */
function handshakeMs(entry: HarEntry): number | null {
  const connectMs = known(entry.timings?.connect)
  if (connectMs === null || connectMs === 0) return null
  const withoutTlsMs = connectMs - (known(entry.timings?.ssl) ?? 0)
  if (withoutTlsMs > ROUNDING_MS) return withoutTlsMs
  // QUIC has only one handshake. Over TCP the entry got a connection that was under way already, and saw the end of TLS alone.
  if (withoutTlsMs > -ROUNDING_MS) return entry.protocol === 'h3' ? connectMs : null
  // Some makers leave `ssl` out of `connect`.
  return connectMs
}

const answeredMs = (entry: HarEntry): number | null =>
  entry.response.status === 0 ? null : known(entry.timings?.wait)
