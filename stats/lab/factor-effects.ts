import { ascending } from '../ascending.ts'
import { checkResamples } from '../check-resamples.ts'
import type { RoundPair } from '../comparison/pair-rounds.ts'
import { logGain, resampledGains } from '../comparison/resampled-gains.ts'
import type { Limits } from '../limits.ts'
import { quantileOfSorted } from '../quantile.ts'
import { rng } from '../rng.ts'
import { areCrossed, joinedFactors } from './crossed-factors.ts'
import { type EffectWeights, effectWeights } from './effect-weights.ts'
import { type FactorGroup, type FactorLevel, factorGroups } from './factor-groups.ts'

/** One condition with the rounds of a baseline and an arm. */
export interface EffectCell {
  readonly factors: Readonly<Record<string, FactorLevel>>
  /** One or more; values above 0. */
  readonly pairs: readonly RoundPair[]
}

/** A gain, or a ratio of gains. */
export interface RatioEstimate {
  readonly value: number
  /** Is null where a condition has fewer than `MIN_EFFECT_ROUNDS` rounds. */
  readonly interval: Limits | null
}

export interface LevelEffect {
  readonly level: readonly FactorLevel[]
  /** Conditions. */
  readonly n: number
  /**
   * Gain at this level over the mean of all levels: above 1 the level favours the arm. Null of a plain mean, as its levels
   * differ in other factors too.
   */
  readonly effect: RatioEstimate | null
  /** Gain as the factor's `gainIs` says. */
  readonly gain: RatioEstimate
}

/**
 * `main-effect`: of the fit, at this level and with all other factors evenly at each of theirs. `mean`: the geometric mean
 * of the conditions that have this level, the other factors as they happen to be in these.
 */
type LevelGain = 'main-effect' | 'mean'

export interface FactorEffect {
  /** One factor, or several that always change together. */
  readonly names: readonly string[]
  readonly gainIs: LevelGain
  /** Factors of which some level never occurs with some level of this one; empty of a main effect. */
  readonly notCrossedWith: readonly string[]
  readonly levels: readonly LevelEffect[]
}

export interface Interaction {
  /** Names of two factors. */
  readonly names: readonly [readonly string[], readonly string[]]
  readonly level: readonly [readonly FactorLevel[], readonly FactorLevel[]]
  readonly n: number
  /** Effect of the two levels together beyond what each does alone, as a ratio. */
  readonly effect: RatioEstimate
}

export interface FactorEffects {
  /** Conditions. */
  readonly n: number
  /** The geometric mean of gains with every factor evenly at each of its levels, joined ones at their combinations. */
  readonly gain: RatioEstimate
  /** Sorted by name. */
  readonly factors: readonly FactorEffect[]
  /** Leaves out those of two factors that are both joined with others. */
  readonly interactions: readonly Interaction[]
  /** Factors that these conditions are too few to tell from others: nothing can be said of them. */
  readonly confounded: readonly string[]
}

interface FactorEffectsOptions {
  readonly cells: readonly EffectCell[]
  /** Whole number, 0 to 2^32 - 1. */
  readonly seed: number
  /** Whole number, 1,000 or more; default 2,000. */
  readonly resamples?: number
  /** Two-sided confidence, 0.5..0.99; default 0.95. */
  readonly level?: number
}

/** Fewer rounds tell the bootstrap next to nothing: two give but three different resamples. */
const MIN_EFFECT_ROUNDS = 3

/**
 * Main effects and two-factor interactions on the gain of an arm.
 *
 * The logarithm of each condition's gain is fitted by least squares with the main effects of all factors, coded so that
 * the levels of each add up to 0. In a full factorial design a level's gain is the plain geometric mean of the gains at
 * that level. An interaction is the mean of what conditions with both levels lie off that fit. Each condition weighs the
 * same.
 *
 * Two factors are crossed where each level of one occurs with each level of the other. Of those that are not, main
 * effects would be of conditions that nobody measured. All of these are joined in the fit as one factor, whose levels are
 * the combinations that occur, and the gain of a level is the geometric mean of its conditions (`gainIs`).
 *
 * Intervals say how sure these figures are *of these conditions*: they come from a seeded bootstrap over the
 * rounds within each condition (`resampledGains`) and take the conditions as given; how another page or link would fare
 * they cannot say.
 *
 * @returns undefined without conditions
 * @throws RangeError where a value is not above 0 or not finite, a condition has no rounds, or an option is out of range
 */
export function factorEffects(options: FactorEffectsOptions): FactorEffects | undefined {
  const { cells, seed, resamples = 2_000, level = 0.95 } = options
  checkResamples(resamples)
  if (!(level >= 0.5 && level <= 0.99)) throw new RangeError(`a level is 0.5 to 0.99, not ${level}`)
  if (cells.length === 0) return undefined
  const measured = new MeasuredCells(cells, { seed, resamples, level })
  const groups = factorGroups(cells.map(({ factors }) => factors))
  const partners = groups.map((group) =>
    groups.filter((other) => other !== group && !areCrossed(group, other)),
  )
  const joined = groups.filter((_, index) => partners[index]?.length !== 0)
  // First, so that it is always estimable: what conditions are too few for is a crossed factor, and named.
  const fitted = [
    ...(joined.length === 0 ? [] : [joinedFactors(joined)]),
    ...groups.filter((group) => !joined.includes(group)),
  ]
  const { mean, main, residual, confounded } = effectWeights(fitted, cells.length)
  const unknown = confounded.flatMap((index) => fitted[index] ?? [])
  const factors = groups.flatMap((group, index): FactorEffect[] => {
    if (unknown.includes(group)) return []
    const weights = main[fitted.indexOf(group)]
    return [
      {
        names: group.names,
        gainIs: weights === undefined ? 'mean' : 'main-effect',
        notCrossedWith: (partners[index] ?? []).flatMap(({ names }) => names),
        levels: group.levels.map((_, place) => levelEffect(group, place, weights?.[place], mean, measured)),
      },
    ]
  })
  const told = groups.filter((group) => !unknown.includes(group))
  const interactions = told.flatMap((group, index) =>
    told
      .slice(index + 1)
      // The fit takes every combination of two that are joined as it is.
      .filter((other) => !joined.includes(group) || !joined.includes(other))
      .flatMap((other) => interactionsOf(group, other, residual, measured)),
  )
  return {
    n: cells.length,
    gain: measured.ratio(mean),
    factors,
    interactions,
    confounded: unknown.flatMap(({ names }) => names),
  }
}

/** @param effect what the level does beyond the mean of all; undefined: its gain is the mean of its conditions */
function levelEffect(
  group: FactorGroup,
  place: number,
  effect: Float64Array | undefined,
  mean: Float64Array,
  measured: MeasuredCells,
): LevelEffect {
  const own = cellsAt(group, place)
  const known = { level: group.levels[place] as readonly FactorLevel[], n: own.length }
  if (effect === undefined) return { ...known, effect: null, gain: measured.ratio(meanOf(own, mean.length)) }
  const gain = effect.map((weight, cell) => weight + (mean[cell] as number))
  return { ...known, effect: measured.ratio(effect), gain: measured.ratio(gain) }
}

/** The weights of the mean over some of the cells. */
function meanOf(some: readonly number[], count: number): Float64Array {
  const weights = new Float64Array(count)
  for (const cell of some) weights[cell] = 1 / some.length
  return weights
}

function interactionsOf(
  one: FactorGroup,
  other: FactorGroup,
  residual: EffectWeights['residual'],
  measured: MeasuredCells,
): Interaction[] {
  return one.levels.flatMap((level, index) =>
    other.levels.flatMap((otherLevel, otherIndex) => {
      const both = cellsAt(one, index).filter((cell) => other.levelOf[cell] === otherIndex)
      if (both.length === 0) return []
      const names = [one.names, other.names] as const
      return [
        {
          names,
          level: [level, otherLevel] as const,
          n: both.length,
          effect: measured.ratio(residual(both)),
        },
      ]
    }),
  )
}

function cellsAt({ levelOf }: FactorGroup, level: number): number[] {
  return levelOf.flatMap((own, cell) => (own === level ? [cell] : []))
}

/** Log gains of all conditions, as measured and resampled. */
class MeasuredCells {
  readonly #values: readonly number[]
  /** Resamples by cell; null where one has too few rounds. */
  readonly #resampled: readonly Float64Array[] | null
  readonly #resamples: number
  readonly #tail: number

  constructor(
    cells: readonly EffectCell[],
    { seed, resamples, level }: { readonly seed: number; readonly resamples: number; readonly level: number },
  ) {
    const random = rng(seed)
    this.#values = cells.map(({ pairs }) => checkedLogGain(pairs))
    this.#resampled = cells.some(({ pairs }) => pairs.length < MIN_EFFECT_ROUNDS)
      ? null
      : cells.map(({ pairs }) => resampledGains(pairs, random, resamples))
    this.#resamples = resamples
    this.#tail = (1 - level) / 2
  }

  /** e to the weighted sum of the log gains. */
  ratio(weights: Float64Array): RatioEstimate {
    const value = Math.exp(weights.reduce((sum, weight, cell) => sum + weight * (this.#values[cell] ?? 0), 0))
    if (this.#resampled === null) return { value, interval: null }
    const sums = new Float64Array(this.#resamples)
    for (const [cell, weight] of weights.entries()) {
      if (weight === 0) continue
      const drawn = this.#resampled[cell] as Float64Array
      for (let index = 0; index < sums.length; index += 1)
        sums[index] = (sums[index] as number) + weight * (drawn[index] as number)
    }
    const sorted = ascending(sums)
    const low = quantileOfSorted(sorted, this.#tail) as number
    const high = quantileOfSorted(sorted, 1 - this.#tail) as number
    return { value, interval: [Math.exp(low), Math.exp(high)] }
  }
}

function checkedLogGain(pairs: readonly RoundPair[]): number {
  if (pairs.length === 0) throw new RangeError('a condition without rounds')
  for (const { round, baseline, arm } of pairs)
    if (!(baseline > 0 && baseline < Infinity && arm > 0 && arm < Infinity))
      throw new RangeError(`round ${round} cannot be compared as a ratio: ${baseline}, ${arm}`)
  return logGain(
    Float64Array.from(pairs, (pair) => pair.baseline),
    Float64Array.from(pairs, (pair) => pair.arm),
  )
}
