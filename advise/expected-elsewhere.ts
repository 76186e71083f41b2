import type { Limits } from '../stats/limits.ts'

/**
 * Says how far gains of pages on servers of the sandbox were from those that replays of them had said, beyond the noise of
 * both: root mean square of the logarithms of 24 pairs of page and link (`bench:advise -- prediction`, docs/benchmarks.md). 12
 * pairs over another link had as much.
 */
export const SPREAD_OF_SERVERS = Math.log(1.082)

/** Standard errors of a normal distribution that 95 of 100 values lie within. */
const ERRORS_OF_95_PERCENT = 1.96

/**
 * Gives the limits within which a gain that replays by our server have shown lies on another server: its interval, and what
 * servers differ by.
 * @param interval of the replays, 95 %
 */
export function expectedElsewhere(gain: number, [low, high]: Limits): [number, number] {
  const width = Math.exp(Math.hypot(Math.log(high / low) / 2, ERRORS_OF_95_PERCENT * SPREAD_OF_SERVERS))
  return [gain / width, gain * width]
}
