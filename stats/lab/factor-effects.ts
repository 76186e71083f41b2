import { ascending } from '../ascending.ts'
import { checkResamples } from '../check-resamples.ts'
import type { RoundPair } from '../comparison/pair-rounds.ts'
import { logGain, resampledGains } from '../comparison/resampled-gains.ts'
import type { Limits } from '../limits.ts'
import { quantileOfSorted } from '../quantile.ts'
import { rng } from '../rng.ts'
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
  /** Null where a condition has fewer than `MIN_EFFECT_ROUNDS` rounds. */
  readonly interval: Limits | null
}

export interface LevelEffect {
  /** Of each name of the factor, in their order. */
  readonly level: readonly FactorLevel[]
  /** Conditions. */
  readonly n: number
  /** What the gain is at this level over the mean of all levels: above 1 the level favours the arm. */
  readonly effect: RatioEstimate
  /** The geometric mean of gains at this level, with all other factors evenly at each of theirs. */
  readonly gain: RatioEstimate
}

export interface FactorEffect {
  /** One factor, or several that always change together. */
  readonly names: readonly string[]
  readonly levels: readonly LevelEffect[]
}

export interface Interaction {
  /** Of two factors. */
  readonly names: readonly [readonly string[], readonly string[]]
  readonly level: readonly [readonly FactorLevel[], readonly FactorLevel[]]
  readonly n: number
  /** What the two levels together do to the gain beyond what each does alone, as a ratio. */
  readonly effect: RatioEstimate
}

export interface FactorEffects {
  /** Conditions. */
  readonly n: number
  /** The geometric mean of gains with every factor evenly at each of its levels. */
  readonly gain: RatioEstimate
  /** By name. */
  readonly factors: readonly FactorEffect[]
  readonly interactions: readonly Interaction[]
  /** Factors whose levels follow from those of others in these conditions: nothing can be said of them. */
  readonly confounded: readonly string[]
}

export interface FactorEffectsOptions {
  readonly cells: readonly EffectCell[]
  /** Whole number, 0 to 2^32 - 1. */
  readonly seed: number
  /** Whole number, 1,000 or more; default 2,000. */
  readonly resamples?: number
  /** Two-sided confidence, 0.5..0.99; default 0.95. */
  readonly level?: number
}

/** Of fewer the bootstrap knows next to nothing: two rounds give but three different resamples. */
export const MIN_EFFECT_ROUNDS = 3

/**
 * Main effects and two-factor interactions on the gain of an arm.
 *
 * The logarithm of each condition's gain is fitted by least squares with the main effects of all factors, coded so that
 * the levels of each add up to 0. In a full factorial design a level's gain is the plain geometric mean of the gains at
 * that level. An interaction is the mean of what conditions with both levels lie off that fit. Each condition weighs the
 * same. Intervals say how sure these figures are *of these conditions*: they come from a seeded bootstrap over the
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
  const { mean, main, residual, confounded } = effectWeights(groups, cells.length)
  const told = groups.flatMap((group, index) =>
    confounded.includes(index) ? [] : [{ group, weights: main[index] as readonly Float64Array[] }],
  )
  const factors = told.map(({ group, weights }) => ({
    names: group.names,
    levels: weights.map((effect, index) => ({
      level: group.levels[index] as readonly FactorLevel[],
      n: cellsAt(group, index).length,
      effect: measured.ratio(effect),
      gain: measured.ratio(effect.map((weight, cell) => weight + (mean[cell] as number))),
    })),
  }))
  const interactions = told.flatMap(({ group }, index) =>
    told.slice(index + 1).flatMap((other) => interactionsOf(group, other.group, residual, measured)),
  )
  return {
    n: cells.length,
    gain: measured.ratio(mean),
    factors,
    interactions,
    confounded: confounded.flatMap((index) => groups[index]?.names ?? []),
  }
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
  /** By cell; null where one has too few rounds. */
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
