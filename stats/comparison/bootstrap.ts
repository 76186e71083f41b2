import { ascending } from '../ascending.ts'
import { checkResamples } from '../check-resamples.ts'
import type { Limits } from '../limits.ts'
import { normalCdf, normalQuantile } from '../normal.ts'
import { quantileOfSorted } from '../quantile.ts'
import { rng } from '../rng.ts'
import { MIN_ROUNDS } from './compare-arms.ts'

export interface BootstrapOptions<Round> {
  /** Drawn whole, so that what was measured together stays together. */
  readonly rounds: readonly Round[]
  /** Of as many rounds as there are, some of them several times. */
  readonly statistic: (rounds: readonly Round[]) => number | undefined
  /** Whole number, 0 to 2^32 - 1. */
  readonly seed: number
  /** Whole number, 1,000 or more; default 2,000. */
  readonly resamples?: number
  /** Two-sided confidence, 0.5..0.99; default 0.95. */
  readonly level?: number
  /** Default `percentile`. */
  readonly method?: 'percentile' | 'bca'
}

export interface Bootstrap {
  /** Rounds. */
  readonly n: number
  /** The statistic of the rounds themselves. */
  readonly estimate: number
  /** Null for fewer than `MIN_ROUNDS` rounds, and where BCa has no answer (see `bootstrap`). */
  readonly interval: Limits | null
}

/**
 * A seeded bootstrap interval of any statistic of rounds (Efron and Tibshirani, An Introduction to the Bootstrap (1993),
 * chapters 13 and 14).
 *
 * `percentile` takes the quantiles of the resampled statistic as they are. `bca` shifts them for bias (z₀, the share of
 * resamples below the estimate, equal ones half) and for a spread that changes with the statistic (acceleration, by the
 * jackknife); it has no answer where all resamples lie to one side or the acceleration is beyond bounds. It is for
 * smooth statistics such as means, variances, slopes and correlations. BCa is *unsound for medians and other quantiles*:
 * the jackknife is inconsistent there, as leaving out one round moves a median by one gap or not at all, so the
 * acceleration is noise. For medians take `percentile`; for gains `compareArms`, which is quicker too.
 *
 * @returns undefined without rounds
 * @throws RangeError where the statistic of a resample is not a finite number or an option is out of its range
 */
export function bootstrap<Round>(options: BootstrapOptions<Round>): Bootstrap | undefined {
  const { rounds, seed, resamples = 2_000, level = 0.95, method = 'percentile' } = options
  checkResamples(resamples)
  if (!(level >= 0.5 && level <= 0.99)) throw new RangeError(`a level is 0.5 to 0.99, not ${level}`)
  const statistic = (drawn: readonly Round[]): number => {
    const value = options.statistic(drawn)
    if (value === undefined || !Number.isFinite(value)) {
      throw new RangeError(`the statistic of a resample is not a finite number: ${value}`)
    }
    return value
  }
  const n = rounds.length
  const random = rng(seed)
  if (n === 0) return undefined
  const estimate = statistic(rounds)
  if (n < MIN_ROUNDS) return { n, estimate, interval: null }
  const resampled = ascending(
    Float64Array.from({ length: resamples }, () =>
      statistic(rounds.map(() => rounds[Math.floor(random() * n)] as Round)),
    ),
  )
  const tail = (1 - level) / 2
  if (method === 'percentile') return { n, estimate, interval: limitsAt(resampled, tail, 1 - tail) }
  const bias = biasOf(resampled, estimate)
  if (bias === null) return { n, estimate, interval: null }
  const acceleration = accelerationOf(rounds.map((_, left) => statistic(rounds.toSpliced(left, 1))))
  const place = (p: number): number | null => {
    const z = bias + normalQuantile(p)
    const stretch = 1 - acceleration * z
    return stretch > 0 ? normalCdf(bias + z / stretch) : null
  }
  const low = place(tail)
  const high = place(1 - tail)
  return { n, estimate, interval: low === null || high === null ? null : limitsAt(resampled, low, high) }
}

/** z₀; null where the estimate lies outside all resamples, which no shift of quantiles can make up for. */
function biasOf(resampled: Float64Array, estimate: number): number | null {
  const below = resampled.reduce(
    (sum, value) => sum + (value < estimate ? 1 : value === estimate ? 0.5 : 0),
    0,
  )
  const share = below / resampled.length
  return share === 0 || share === 1 ? null : normalQuantile(share)
}

/** Σ (mean − θᵢ)³ / 6 (Σ (mean − θᵢ)²)^1.5 over the statistic with each round left out (Efron 1987, (6.6)). */
function accelerationOf(leftOut: readonly number[]): number {
  const mean = leftOut.reduce((sum, value) => sum + value, 0) / leftOut.length
  const squares = leftOut.reduce((sum, value) => sum + (mean - value) ** 2, 0)
  if (squares === 0) return 0
  return leftOut.reduce((sum, value) => sum + (mean - value) ** 3, 0) / (6 * squares ** 1.5)
}

function limitsAt(sorted: Float64Array, low: number, high: number): Limits | null {
  const from = quantileOfSorted(sorted, low)
  const to = quantileOfSorted(sorted, high)
  return from === undefined || to === undefined ? null : [from, to]
}
