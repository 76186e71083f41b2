/** A time as a record has it, in whole milliseconds. Null where it is unknown, negative or no number. */
export function wholeMs(timeMs: number | null | undefined): number | null {
  return typeof timeMs === 'number' && Number.isFinite(timeMs) && timeMs >= 0 ? Math.round(timeMs) : null
}
