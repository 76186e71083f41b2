import type { PageVitals } from './page-vitals.ts'

/** Events shorter than this are not buffered (Event Timing, default duration threshold). */
const SHORTEST_BUFFERED_MS = 104

/** Entries that a browser buffers: later ones are lost. */
const MOST_EVENTS = 150

/** One slow interaction in so many is left out, as web-vitals does: the 98th percentile of busy pages. */
const PER_OUTLIER = 50

export type Interaction =
  | { readonly kind: 'measured'; readonly ms: number }
  /** There were interactions, and the one that counts is shorter than what is buffered. */
  | { readonly kind: 'shorter'; readonly thanMs: number }
  | { readonly kind: 'none_yet' | 'unknown' }

/** INP so far (https://web.dev/articles/inp). */
export function interaction({ events, interactions }: PageVitals): Interaction {
  if (events === null || events.length >= MOST_EVENTS) return { kind: 'unknown' }
  const longest = new Map<number, number>()
  for (const { interactionId, duration } of events) {
    if (interactionId > 0) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
  }
  const count = interactions ?? longest.size
  if (count === 0) return { kind: interactions === null && events.length > 0 ? 'unknown' : 'none_yet' }
  // Nobody knows without the count how many outliers to leave out.
  if (interactions === null && longest.size >= PER_OUTLIER) return { kind: 'unknown' }
  const durations = [...longest.values()].toSorted((a, b) => b - a)
  const ms = durations[Math.floor(count / PER_OUTLIER)] ?? 0
  return ms >= SHORTEST_BUFFERED_MS
    ? { kind: 'measured', ms }
    : { kind: 'shorter', thanMs: SHORTEST_BUFFERED_MS }
}
