import { type Arrival, transferredParts, unqueuedWaits } from '../../crawler/metrics/unqueued-waits.ts'
import type { HarEntry } from '../../record/import/har-file.ts'
import type { HarTimes } from '../../record/import/har-times.ts'
import type { ObservedFetch } from './observed-load.ts'

type Seen = Pick<ObservedFetch, 'firstByteMs' | 'finishedMs' | 'bytes' | 'pieces' | 'protocol'>

/**
 * What the server took to answer each entry, milliseconds; null where unknown. Behind a link of known rate it is what that
 * link's queue cannot explain: a replay has the queue once more.
 * @param fetches of the entries, in their order
 */
export function harThinkTimes(
  entries: readonly HarEntry[],
  fetches: readonly Seen[],
  times: HarTimes,
  linkMbps: number | null,
): (number | null)[] {
  const whole = entries.map((entry) => times.timingOf(entry).thinkMs)
  if (linkMbps === null) return whole
  const arrivals = entries.map((entry, n) => arrivalOf(entry, fetches[n], times))
  const waits = unqueuedWaits(
    arrivals.flatMap((arrival) => arrival ?? []),
    linkMbps,
  ).values()
  return whole.map((thinkMs, n) => {
    const waitMs = arrivals[n] == null ? null : (waits.next().value ?? null)
    return thinkMs === null || waitMs === null ? thinkMs : Math.min(thinkMs, waitMs)
  })
}

function arrivalOf(entry: HarEntry, fetch: Seen | undefined, times: HarTimes): Arrival | null {
  const waitMs = entry.timings?.wait ?? -1
  const { firstByteMs = null, finishedMs = null, bytes = null, pieces = [], protocol = null } = fetch ?? {}
  if (firstByteMs === null || waitMs < 0) return null
  const endMs = Math.max(firstByteMs, finishedMs ?? pieces.at(-1)?.atMs ?? firstByteMs)
  return {
    ...{ connection: entry.connection || null, protocol, roundTripMs: times.roundTripOf(entry) },
    ...{ sentMs: firstByteMs - waitMs, firstByteMs, endMs },
    parts: transferredParts(pieces, bytes ?? 0, { firstByteMs, endMs }),
  }
}
