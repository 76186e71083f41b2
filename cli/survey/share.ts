import type { Interval } from '../../stats/tests/wilson.ts'

/** `34.2 % (29.1–39.7)`. */
export function share(interval: Interval | null): string | null {
  if (interval === null) return null
  const percent = (value: number): string => (100 * value).toFixed(1)
  return `${percent(interval.share)} % (${percent(interval.low)}–${percent(interval.high)})`
}
