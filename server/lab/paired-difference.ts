import { median } from '../../stats/median.ts'
import { pairedHodgesLehmann } from '../../stats/tests/paired-hodges-lehmann.ts'
import { joinRounds, type RoundSeries } from '../comparisons/compared-series.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { LabGains } from '../contract/contract.ts'

type Change = LabGains['rows'][number]['change']

/** Says how an arm differs from a baseline in the metric's own unit: for values among which there are zeros. */
export function pairedDifference(
  baseline: RoundSeries,
  arm: RoundSeries,
): Pick<
  LabGains['rows'][number],
  'n' | 'baselineMedian' | 'armMedian' | 'difference' | 'differenceInterval' | 'change'
> {
  const pairs = joinRounds(baseline, arm)
  const shift = pairedHodgesLehmann(pairs.map((pair) => pair.arm - pair.baseline))
  return {
    n: pairs.length,
    baselineMedian: median(pairs.map((pair) => pair.baseline)) ?? null,
    armMedian: median(pairs.map((pair) => pair.arm)) ?? null,
    difference: shift?.shift ?? null,
    differenceInterval: toInterval(shift?.interval),
    change: changeOf(shift?.interval ?? null, pairs.length),
  }
}

function changeOf(interval: readonly [number, number] | null, rounds: number): Change {
  if (rounds === 0) return null
  if (interval === null) return 'too few rounds'
  return interval[1] < 0 ? 'less' : interval[0] > 0 ? 'more' : 'no difference shown'
}
