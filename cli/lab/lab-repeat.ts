import { normalCdf } from '../../stats/normal.ts'
import { type Interval, wilson, Z95 } from '../../stats/tests/wilson.ts'
import type { CellResult } from './lab-report.ts'

/** Says how the gains of a run lie in the intervals of an earlier one. */
interface Repetition {
  /** Gains that have an interval in the earlier run. */
  readonly n: number
  /** Number of them that lie in it. */
  readonly inside: number
  /** 95 % interval of their share (Wilson); null where there are none. */
  readonly interval: Interval | null
}

/**
 * Share of gains to be expected in the 95 % intervals of another run of the same conditions: both gains scatter about the
 * truth, so their difference by √2 of what the interval allows for. Φ(1.96 / √2) − Φ(−1.96 / √2).
 */
export const EXPECTED_INSIDE = 2 * normalCdf(Z95 / Math.SQRT2) - 1

/** Compares cell by cell and arm by arm; conditions are the same where all their factors are. */
export function repetition(earlier: readonly CellResult[], later: readonly CellResult[]): Repetition {
  const intervals = new Map(
    earlier.map((result) => [keyOf(result), result.compared?.comparison?.gainInterval ?? null]),
  )
  const both = later.flatMap((result) => {
    const gain = result.compared?.comparison?.gain ?? null
    const interval = intervals.get(keyOf(result)) ?? null
    return gain === null || interval === null ? [] : [gain >= interval[0] && gain <= interval[1]]
  })
  const inside = both.filter(Boolean).length
  return { n: both.length, inside, interval: wilson(inside, both.length) }
}

export function repetitionText(earlierRun: number, { n, inside, interval }: Repetition): string {
  if (interval === null) return `no gain of this run has an interval in run ${earlierRun}`
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
  return (
    `${inside} of ${n} gains lie in the 95 % intervals of run ${earlierRun}: ${percent(interval.share)} ` +
    `(${percent(interval.low)}–${percent(interval.high)}); of two runs under equal conditions ${percent(EXPECTED_INSIDE)} are to be expected`
  )
}

function keyOf({ arm, factors }: CellResult): string {
  return JSON.stringify([arm, Object.entries(factors).sort()])
}
