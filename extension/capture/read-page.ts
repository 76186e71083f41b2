import type { PageLoad } from './types.ts'

/**
 * Reads the page's performance entries; null while its load is not complete (it is still loading, or
 * was loaded ahead of time and is not shown). Runs in the page's isolated world, to which only its own text is carried:
 * it uses nothing from outside of itself. `whole`: with every number and string of the entries, for its owner to
 * look at; else of each resource only its protocol, which is all that a record counts.
 */
export function readPage(whole: boolean): PageLoad | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { prerendering = false } = document as { readonly prerendering?: boolean }
  if (prerendering || (navigation && navigation.loadEventEnd === 0)) return null
  const plain = (entry: PerformanceEntry) =>
    Object.fromEntries(
      Object.entries(entry.toJSON() as Record<string, unknown>).filter(
        (field): field is [string, number | string] =>
          typeof field[1] === 'number' || typeof field[1] === 'string',
      ),
    )
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const states = performance.getEntriesByType('visibility-state')
  const { connection } = navigator as { readonly connection?: { readonly type?: string } }
  return {
    origin: location.origin,
    pathname: location.pathname,
    hasQuery: location.search !== '',
    timings: {
      timeOriginMs: performance.timeOrigin,
      navigation: navigation ? plain(navigation) : null,
      paints: performance.getEntriesByType('paint').map(({ name, startTime }) => ({ name, startTime })),
      largestContentfulPaints: [],
      resources: whole
        ? resources.map(plain)
        : resources.map(({ nextHopProtocol, startTime }) => ({ nextHopProtocol, startTime })),
    },
    hiddenBeforeLoad:
      states.length === 0
        ? null
        : states.some(
            ({ name, startTime }) => name === 'hidden' && startTime <= (navigation?.loadEventStart ?? 0),
          ),
    connectionType: connection?.type ?? null,
  }
}
