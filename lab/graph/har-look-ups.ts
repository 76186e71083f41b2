import type { HarEntry } from '../../record/import/har-file.ts'
import type { HarTimes } from '../../record/import/har-times.ts'
import { importedUrl } from '../../record/recorded-url.ts'
import { moment } from './moment.ts'
import type { LookUp } from './observed-load.ts'

/** A shorter time of a look-up is that of a name that the browser or its machine knew; milliseconds. */
const LEAST_MS = 1
/** A resolver behind a link cannot be quicker than this share of its configured round trip. */
const LEAST_OF_LINK = 0.9

/**
 * The hosts that a resolver was asked for, in their order, and what it took beyond the round trip. Requests that join a look-up under way
 * show the rest of it: the longest is the whole.
 * @param linkRttMs of the emulated link that the resolver is behind; null: none, or unknown
 */
export function harLookUps(
  entries: readonly HarEntry[],
  times: HarTimes,
  linkRttMs: number | null,
): LookUp[] {
  const leastMs = Math.max(LEAST_MS, LEAST_OF_LINK * (linkRttMs ?? 0))
  const found = new Map<string, number>()
  for (const entry of entries) {
    const dnsMs = entry.timings?.dns ?? -1
    const waitMs = moment(Math.max(0, dnsMs - (linkRttMs ?? times.roundTripOf(entry) ?? 0)))
    if (dnsMs < leastMs || waitMs === null) continue
    const { hostname } = new URL(importedUrl(entry.request.url))
    found.set(hostname, Math.max(found.get(hostname) ?? 0, waitMs))
  }
  return [...found].map(([host, waitMs]) => ({ host, waitMs }))
}
