import type { PageVitals } from './page-vitals.ts'

/**
 * Reads what the page's buffered performance entries hold. Runs in the page's isolated world, to which only its own text is
 * carried: it uses nothing from outside of itself, and leaves no observer behind.
 */
export function readVitals(): PageVitals {
  const buffered = (type: string): PerformanceEntryList | null => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type, buffered: true })
    const entries = observer.takeRecords()
    observer.disconnect()
    return entries
  }
  const hidden = buffered('visibility-state')?.find(({ name }) => name === 'hidden')
  const shifts = buffered('layout-shift') as
    | (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    | null
  const slow = buffered('event')
  const first = buffered('first-input')
  const { interactionCount } = performance as { readonly interactionCount?: number }
  return {
    firstHiddenMs: hidden?.startTime ?? null,
    largestPaints: buffered('largest-contentful-paint')?.map(({ startTime }) => ({ startTime })) ?? null,
    layoutShifts:
      shifts?.map(({ startTime, value, hadRecentInput }) => ({ startTime, value, hadRecentInput })) ?? null,
    events:
      slow === null
        ? null
        : ([...(first ?? []), ...slow] as PerformanceEventTiming[]).map((entry) => ({
            interactionId: (entry as { readonly interactionId?: number }).interactionId ?? 0,
            duration: entry.duration,
          })),
    interactions: interactionCount ?? null,
  }
}
