import type { Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'
import { isAddress } from './replayed-origin.ts'

/**
 * A resolver's time for the names of a recording's hosts beyond the round trip to it, by name; null where no host's look-up was
 * seen. The shortest of all loads: what the link's queue and the browser add to the others, they add to a replay's. A name
 * whose look-up no load shows, since another request had begun it, took what the others took.
 */
export function nameWaits({ hosts }: Pick<Recording, 'hosts'>): ((name: string) => number) | null {
  const roundTripMs = Math.min(
    ...hosts.flatMap(({ loads }) => loads.flatMap((load) => load.roundTripMs ?? [])),
  )
  const waits = new Map<string, number>()
  const named = hosts.filter(({ host }) => !isAddress(host))
  for (const [name, entries] of Map.groupBy(named, ({ host }) => host)) {
    // 0 is what a source says of a name that it knew.
    const lookUpsMs = entries.flatMap(({ loads }) => loads.flatMap(({ dnsMs }) => dnsMs || []))
    const pathMs = Number.isFinite(roundTripMs) ? roundTripMs : 0
    if (lookUpsMs.length > 0) waits.set(name, Math.max(0, Math.min(...lookUpsMs) - pathMs))
  }
  const usualMs = median([...waits.values()])
  return usualMs === undefined ? null : (name) => waits.get(name) ?? usualMs
}
