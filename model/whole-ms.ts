/**
 * A time as a record has it, in whole milliseconds. Null where it is unknown, negative or no number. First to the
 * microsecond, as HARs have it: a difference of two clock readings may lie a hair below the half that it is.
 */
export function wholeMs(timeMs: number | null | undefined): number | null {
  return typeof timeMs === 'number' && Number.isFinite(timeMs) && timeMs >= 0
    ? Math.round(Number(timeMs.toFixed(3)))
    : null
}
