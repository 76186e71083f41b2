import { MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import type { Limits } from '../../stats/limits.ts'
import { median } from '../../stats/median.ts'
import { quantile } from '../../stats/quantile.ts'
import { rng } from '../../stats/rng.ts'

const RESAMPLES = 2_000

/**
 * 95 % interval of median(graph) / median(browser) − 1: percentiles of a bootstrap that draws the loads of either side anew.
 * Null where a side has fewer loads than an interval between arms needs.
 * @param seed whole number, 0 to 2^32 − 1
 */
export function errorInterval(
  browser: readonly number[],
  graph: readonly number[],
  seed: number,
): Limits | null {
  if (Math.min(browser.length, graph.length) < MIN_ROUNDS) return null
  const random = rng(seed)
  const drawnMedian = (values: readonly number[]): number =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? 0)) ?? 0
  const errors = Array.from({ length: RESAMPLES }, () => drawnMedian(graph) / drawnMedian(browser) - 1)
  const [low, high] = [quantile(errors, 0.025), quantile(errors, 0.975)]
  return low === undefined || high === undefined ? null : [low, high]
}
