import type { PageVitals } from './page-vitals.ts'

/** LCP so far, ms: paints after the page went to the background do not count (web-vitals). Null: none, or not measured. */
export function largestPaintMs({ largestPaints, firstHiddenMs }: PageVitals): number | null {
  const visible = largestPaints?.filter(
    ({ startTime }) => firstHiddenMs === null || startTime < firstHiddenMs,
  )
  return visible?.at(-1)?.startTime ?? null
}
