import type { HarEntry } from '../../record/import/har-file.ts'
import { phasesMs } from '../../record/import/har-times.ts'
import { median } from '../../stats/median.ts'
import { MOST_STREAMS } from './most-streams.ts'
import type { ObservedFetch } from './observed-load.ts'

type Seen = Pick<ObservedFetch, 'startedMs' | 'finishedMs' | 'protocol'>

interface Sent {
  readonly n: number
  readonly startedMs: number
  readonly sentMs: number
  readonly endMs: number
}

/**
 * Finds the browser's own time to send requests, milliseconds: with many at once its processes are busy.
 * @param fetches of the entries, in their order
 * @returns `heldMs` of each entry, over HTTP/2 and HTTP/3: from when the page's process sent it on to when it was sent, where its
 * connection was open and had a stream left; null for others. `turnaroundMs`, over HTTP/1.1: from the end of a response to the next
 * request on its connection where that one waited, the median; null where none did.
 */
export function harHolds(
  entries: readonly HarEntry[],
  fetches: readonly Seen[],
): { readonly heldMs: (number | null)[]; readonly turnaroundMs: number | null } {
  const heldMs: (number | null)[] = entries.map(() => null)
  const turnarounds: number[] = []
  const sent = entries.flatMap((entry, n) => sentOf(entry, fetches[n], n) ?? [])
  const connections = Map.groupBy(sent, ({ n }) => `${fetches[n]?.protocol} ${entries[n]?.connection}`)
  for (const ofConnection of connections.values()) {
    const requests = ofConnection.toSorted((a, b) => a.sentMs - b.sentMs)
    const [first] = requests
    if (first === undefined) continue
    if (fetches[first.n]?.protocol === 'http/1.1') turnarounds.push(...turnaroundsOf(requests))
    else
      for (const request of requests) {
        const { n, startedMs, sentMs } = request
        if (first.sentMs <= startedMs && hasStream(request, requests)) heldMs[n] = sentMs - startedMs
      }
  }
  return { heldMs, turnaroundMs: median(turnarounds) ?? null }
}

/** Only the browser's own clock is exact enough. Without a name of its connection nothing is known. */
function sentOf(entry: HarEntry, fetch: Seen | undefined, n: number): Sent | null {
  if (fetch?.finishedMs == null || entry.connection === null || entry._requestTime === undefined) return null
  const { startedMs, finishedMs: endMs } = fetch
  return { n, startedMs, sentMs: startedMs + phasesMs(entry, ['blocked', 'dns', 'connect']), endMs }
}

function turnaroundsOf(requests: readonly Sent[]): number[] {
  return requests.flatMap(({ startedMs, sentMs }, index) => {
    const before = requests[index - 1]
    const waited = before !== undefined && startedMs < before.endMs && before.endMs <= sentMs
    return waited ? sentMs - before.endMs : []
  })
}

/** A request could be sent when fewer than a connection may have were under way or before it. */
function hasStream({ startedMs, sentMs }: Sent, requests: readonly Sent[]): boolean {
  let before = 0
  for (const other of requests) if (other.sentMs < sentMs && other.endMs > startedMs) before += 1
  return before < MOST_STREAMS
}
