import type { PageVitals } from './page-vitals.ts'

/** Entries that a browser buffers (Performance Timeline registry): later ones are lost. */
export const MOST_SHIFTS = 150

const GAP_MS = 1_000
const WINDOW_MS = 5_000

/**
 * CLS so far: the largest session window, of shifts less than 1 s apart and 5 s in all (https://web.dev/articles/cls). Null:
 * the browser does not measure it, or has lost entries.
 */
export function layoutShift({ layoutShifts }: PageVitals): number | null {
  if (layoutShifts === null || layoutShifts.length >= MOST_SHIFTS) return null
  let largest = 0
  let sum = 0
  let firstMs = Number.NEGATIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { startTime, value, hadRecentInput } of layoutShifts) {
    if (hadRecentInput) continue
    const isNew = startTime - lastMs >= GAP_MS || startTime - firstMs >= WINDOW_MS
    if (isNew) firstMs = startTime
    sum = isNew ? value : sum + value
    lastMs = startTime
    largest = Math.max(largest, sum)
  }
  return largest
}
