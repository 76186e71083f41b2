import { type Arrival, transferredParts, unqueuedWaits } from '../../crawler/metrics/unqueued-waits.ts'
import type { HarEntry } from '../../record/import/har-file.ts'
import type { HarTimes } from '../../record/import/har-times.ts'
import type { ObservedFetch } from './observed-load.ts'

type Seen = Pick<ObservedFetch, 'firstByteMs' | 'finishedMs' | 'bytes' | 'pieces' | 'protocol'>

/** The wait of one answer, milliseconds; null where unknown. */
interface Wait {
  /** The server's time. */
  readonly thinkMs: number | null
  /** The time to the first byte less the round trip: it took no longer. */
  readonly waitedMs: number | null
}

/**
 * Says how long each entry waited for its answer. Behind a link of known rate the server took what that link's queue cannot
 * explain: a replay has the queue once more.
 * @param fetches of the entries, in their order
 */
export function harThinkTimes(
  entries: readonly HarEntry[],
  fetches: readonly Seen[],
  times: HarTimes,
  linkMbps: number | null,
): Wait[] {
  const whole = entries.map((entry) => times.timingOf(entry).thinkMs)
  if (linkMbps === null) return whole.map((waitedMs) => ({ thinkMs: waitedMs, waitedMs }))
  const arrivals = entries.map((entry, n) => arrivalOf(entry, fetches[n], times))
  const waits = unqueuedWaits(
    arrivals.flatMap((arrival) => arrival ?? []),
    linkMbps,
  ).values()
  return whole.map((waitedMs, n) => {
    const unqueuedMs = arrivals[n] == null ? null : (waits.next().value ?? null)
    const thinkMs = waitedMs === null || unqueuedMs === null ? waitedMs : Math.min(waitedMs, unqueuedMs)
    return { thinkMs, waitedMs }
  })
}

function arrivalOf(entry: HarEntry, fetch: Seen | undefined, times: HarTimes): Arrival | null {
  const waitMs = entry.timings?.wait ?? -1
  const { firstByteMs = null, finishedMs = null, bytes = null, pieces = [], protocol = null } = fetch ?? {}
  if (firstByteMs === null || waitMs < 0) return null
  const endMs = Math.max(firstByteMs, finishedMs ?? pieces.at(-1)?.atMs ?? firstByteMs)
  return {
    ...{ connection: entry.connection, protocol, roundTripMs: times.roundTripOf(entry) },
    ...{ sentMs: firstByteMs - waitMs, firstByteMs, endMs },
    parts: transferredParts(pieces, bytes ?? 0, { firstByteMs, endMs }),
  }
}
