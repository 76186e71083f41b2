import type { Entry } from 'har-format'
import { isAnswered } from '../../har/entry.ts'
import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { replayed } from './replayed.ts'

/**
 * Think time as the recorder defines it: time to first byte less the round trip of the connection's address, which is the
 * shortest that a handshake or a response of this load showed; never below 0. Hits of an address of which no whole
 * handshake is seen are left out: its responses alone show its round trip with their think times.
 */
export const replayThinkErrorMs: Metric = replayed(
  'replay_think_error_ms',
  'median over hits of |think time seen − think time recorded|; seen: time to first byte less the shortest round trip of the address, where its handshake is seen',
  ({ given }) => {
    const hits = [...given].flatMap(([{ thinkMs }, entries]) => entries.map((entry) => ({ thinkMs, entry })))
    const roundTrips = roundTripsByAddress(hits.map(({ entry }) => entry))
    const errors = hits.flatMap(({ thinkMs, entry }) => {
      const firstByteMs = firstByte(entry)
      const roundTripMs = roundTrips.get(entry.serverIPAddress ?? '')
      if (thinkMs === null || firstByteMs === null || roundTripMs === undefined) return []
      return Math.abs(Math.max(0, firstByteMs - roundTripMs) - thinkMs)
    })
    return median(errors) ?? { value: null, note: 'no hit has both think times and a round trip' }
  },
)

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

/** From the request, or the end of its body, to the response's head. */
function firstByte(entry: Entry): number | null {
  const { send = 0, wait = 0, receive = 0 } = entry.timings
  // HAR demands all three also where the browser has none of them.
  if (!isAnswered(entry) || send + wait + receive <= 0) return null
  return entry.request.bodySize > 0 ? wait : send + wait
}
