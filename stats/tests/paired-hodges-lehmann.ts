import { ascending } from '../ascending.ts'
import { average, type Split } from '../select-by-counting.ts'
import { countInTail } from '../two-sided-tail.ts'
import { middleAndLimits, normalCutOff, type Shift, type ShiftOptions, tailOf } from './hodges-lehmann.ts'
import { signedRankDistribution } from './signed-rank-distribution.ts'
import { EXACT_RANKS_BELOW } from './wilcoxon-signed-rank.ts'

/**
 * The shift of paired samples (Hodges and Lehmann 1963, see `hodgesLehmann`): the median of all averages of two
 * differences, each with itself included (Walsh, Annals of Mathematical Statistics 20 (1949) 64–81), with the interval
 * that belongs to Wilcoxon's signed-rank test. It supposes that the differences spread alike to both sides.
 *
 * @param differences of the pairs, baseline minus arm
 * @returns undefined without differences
 * @throws RangeError where a difference is not finite or the level is out of its range
 */
export function pairedHodgesLehmann(
  differences: Iterable<number>,
  { level = 0.95 }: ShiftOptions = {},
): Shift | undefined {
  const sorted = ascending(differences)
  const n = sorted.length
  const tail = tailOf(level)
  const lowest = sorted[0]
  const highest = sorted[n - 1]
  if (lowest === undefined || highest === undefined) return undefined
  const exact = n < EXACT_RANKS_BELOW
  const averages = (n * (n + 1)) / 2
  const cutOff = exact
    ? countInTail(signedRankDistribution(n), tail)
    : normalCutOff(averages / 2, (n * (n + 1) * (2 * n + 1)) / 24, tail)
  return {
    ...middleAndLimits(
      averages,
      cutOff,
      average(lowest, lowest),
      average(highest, highest),
      splitWalshAverages(sorted),
    ),
    method: exact ? 'exact' : 'normal',
  }
}

/** Splits the Walsh averages (dᵢ + dⱼ)/2, i ≤ j, of an ascending sample, in a time that grows with n. */
function splitWalshAverages(sorted: Float64Array): (limit: number) => Split {
  return (limit) => {
    let atMost = 0
    let below = -Infinity
    let above = Infinity
    let end = sorted.length
    for (const [index, value] of sorted.entries()) {
      while (end > 0 && average(value, sorted[end - 1] as number) > limit) end -= 1
      // Partners from `index` up to `end` are within the limit; those before `index` have been counted with theirs.
      if (end > index) {
        atMost += end - index
        below = Math.max(below, average(value, sorted[end - 1] as number))
      }
      const next = Math.max(end, index)
      if (next < sorted.length) above = Math.min(above, average(value, sorted[next] as number))
    }
    return { atMost, below, above }
  }
}
