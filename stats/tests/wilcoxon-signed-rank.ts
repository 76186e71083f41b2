import { midranks, tieCorrection } from '../midranks.ts'
import { twoSidedNormalP } from '../normal-tail.ts'
import { twoSidedTail } from '../two-sided-tail.ts'
import { signedRankDistribution } from './signed-rank-distribution.ts'

/** Values fewer than this, without ties, are exact by ranks: the rule of R's `wilcox.test`. */
export const EXACT_RANKS_BELOW = 50

interface SignedRank {
  /** Two-sided, 0..1. */
  readonly p: number
  /** `exact`: from the statistic's own distribution; `normal`: approximated, corrected for ties and continuity. */
  readonly method: 'exact' | 'normal'
  /** Differences, those of 0 included. */
  readonly n: number
  /** Differences of 0: they say neither yes nor no and are left out of the ranks. */
  readonly zeros: number
  /** Sum of the ranks of the differences above 0. */
  readonly v: number
}

/**
 * Wilcoxon's signed-rank test of paired samples, two-sided: are the differences centred on 0? It supposes that they
 * spread alike to both sides. Differences of 0 are dropped, as Wilcoxon did. Exact below 50 differences where none is 0
 * and no two are of equal size, as in R's `wilcox.test`.
 *
 * @param differences of the pairs, baseline minus arm
 * @returns undefined without differences
 * @throws RangeError where a difference is not finite
 */
export function wilcoxonSignedRank(differences: Iterable<number>): SignedRank | undefined {
  const all = differences instanceof Float64Array ? differences : Float64Array.from(differences)
  if (all.length === 0) return undefined
  const counted = withoutZeros(all)
  const { ranks, tieSizes } = midranks(counted.map(Math.abs))
  const n = counted.length
  const zeros = all.length - n
  const v = ranks.reduce((sum, rank, index) => sum + ((counted[index] as number) > 0 ? rank : 0), 0)
  const test = { n: all.length, zeros, v }
  if (zeros === 0 && tieSizes.length === 0 && n < EXACT_RANKS_BELOW) {
    return { ...test, p: twoSidedTail(signedRankDistribution(n), v), method: 'exact' }
  }
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tieCorrection(tieSizes) / 48
  return { ...test, p: continuityCorrectedP(v - (n * (n + 1)) / 4, variance), method: 'normal' }
}

/** Uses a count and a loop: of millions `filter` of a typed array keeps a list of objects meanwhile. */
function withoutZeros(all: Float64Array): Float64Array {
  let zeros = 0
  for (const difference of all) if (difference === 0) zeros += 1
  if (zeros === 0) return all
  const counted = new Float64Array(all.length - zeros)
  let next = 0
  for (const difference of all) {
    if (difference === 0) continue
    counted[next] = difference
    next += 1
  }
  return counted
}

/** Two-sided p of a rank statistic that moves in steps of 1, from its distance to what chance would give. */
function continuityCorrectedP(distance: number, variance: number): number {
  // Nothing but ties: no order, so no evidence. Within half a step the nearest value that chance gives is the same.
  if (variance <= 0) return 1
  return twoSidedNormalP(Math.max(0, Math.abs(distance) - 0.5) / Math.sqrt(variance))
}
