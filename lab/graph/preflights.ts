import type { ObservedFetch } from './observed-load.ts'

/** The fetches of a load in the order in which each could be sent, with the preflight that each waited for. */
export interface OrderedFetch extends ObservedFetch {
  /** Position of its preflight; null where it had none. */
  readonly preflight: number | null
}

/**
 * The browser asks for a preflight after it was asked for the request itself. Here each such request starts when its
 * preflight has ended, and everything is in the order of its start.
 */
export function inOrderOfStart(fetches: readonly ObservedFetch[]): OrderedFetch[] {
  const preflights = preflightsOf(fetches)
  const started = fetches.map((fetch, n) => {
    const preflight = fetches[preflights[n] ?? -1]
    const endMs = preflight?.finishedMs ?? preflight?.firstByteMs ?? 0
    const isSent = fetch.firstByteMs === null || endMs <= fetch.firstByteMs
    return { fetch, n, startedMs: isSent ? Math.max(fetch.startedMs, endMs) : fetch.startedMs }
  })
  const ordered = started.toSorted((a, b) => a.startedMs - b.startedMs || a.n - b.n)
  const places = new Map(ordered.map(({ n }, place) => [n, place]))
  const placeOf = (n: number | null): number | null => (n === null ? null : (places.get(n) ?? null))
  return ordered.map(({ fetch, n, startedMs }) => ({
    ...fetch,
    // The browser holds a request while its preflight is under way.
    heldMs: preflights[n] === null ? fetch.heldMs : null,
    askedMs: preflights[n] === null ? fetch.askedMs : startedMs,
    startedMs,
    initiator: { ...fetch.initiator, fetch: placeOf(fetch.initiator.fetch) },
    redirectedFrom: placeOf(fetch.redirectedFrom),
    preflight: placeOf(preflights[n] ?? null),
  }))
}

/** Maps each fetch to its preflight: by the browser's id of the request that it was for, else by its URL. */
function preflightsOf(fetches: readonly ObservedFetch[]): (number | null)[] {
  const found: (number | null)[] = fetches.map(() => null)
  const byId = new Map(fetches.flatMap(({ requestId }, n) => (requestId === null ? [] : [[requestId, n]])))
  const byUrl = Map.groupBy(
    fetches.flatMap((fetch, n) => (isPreflight(fetch) ? [] : [{ url: fetch.url, n }])),
    ({ url }) => url,
  )
  for (const [n, fetch] of fetches.entries()) {
    if (!isPreflight(fetch)) continue
    const asked = byId.get(fetch.initiator.requestId ?? '') ?? byUrl.get(fetch.url)?.shift()?.n
    if (asked !== undefined && asked !== n) found[asked] = n
  }
  return found
}

const isPreflight = ({ method, initiator }: ObservedFetch): boolean =>
  initiator.type === 'preflight' && method === 'OPTIONS'
