/** A column in milliseconds, by its heading: `plt_ms`, `phase_ms.dns`, `median_ms_h2`, `startMs`. */
const MILLISECONDS = /(^|_)ms([._]|$)|[a-z]Ms$/

/** Decimals of a millisecond: traces and the browser's accounts are in microseconds, its page clock in 0.1 ms. */
const MS_DECIMALS = 3
/** Digits of what is computed from measurements; more than the clocks' resolution supports. */
const SIGNIFICANT_DIGITS = 6

/**
 * A number as CSV shows it: without the digits that floating point adds. Whole numbers are never touched, milliseconds have
 * at most 3 decimals, everything else 6 significant digits, and from 1,000 on 3 decimals.
 */
export function csvNumber(value: number, heading = ''): number {
  if (Number.isInteger(value)) return value
  if (MILLISECONDS.test(heading) || Math.abs(value) >= 1_000) return Number(value.toFixed(MS_DECIMALS))
  return Number(value.toPrecision(SIGNIFICANT_DIGITS))
}
