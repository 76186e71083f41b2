const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Source of delays: `overrideMs` takes the place of all of them where it is not null. */
export interface Randomness {
  /** Uniform in 0 … 1. */
  readonly random: () => number
  readonly overrideMs: number | null
}

/** A new record waits 1 to 6 hours, so that its arrival does not show when a page was read (safety.md EXT-8, P5). */
export function firstDelayMs({ random, overrideMs }: Randomness): number {
  return overrideMs ?? Math.round(HOUR_MS * (1 + 5 * random()))
}

/** Time between two records of one contributor, else their arrival together would say that they are of one (safety.md P6). */
export function spacingMs({ random, overrideMs }: Randomness): number {
  return overrideMs ?? Math.round(MINUTE_MS * (1 + 14 * random()))
}

/** Wait after the n-th failure: from 10 minutes doubled up to 12 hours, by half at random; never sooner than the server asks. */
export function retryDelayMs(
  attempts: number,
  retryAfterMs: number,
  { random, overrideMs }: Randomness,
): number {
  const wholeMs = Math.min((overrideMs ?? 10 * MINUTE_MS) * 2 ** (attempts - 1), 12 * HOUR_MS)
  return Math.max(Math.round(wholeMs * (0.5 + 0.5 * random())), overrideMs === null ? retryAfterMs : 0)
}
