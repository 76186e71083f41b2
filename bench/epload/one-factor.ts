import type { MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { factorGroups } from '../../stats/lab/factor-groups.ts'
import { aboveBy, type Judged, middleOf, weakest } from './statement.ts'
import { type ArmGain, logGains } from './sweep.ts'

/** Factors of the sweep; a rate is that of both directions. */
const FACTORS = {
  size: ['objectBytes'],
  number: ['objects'],
  loss: ['lossFraction'],
  roundTrip: ['rttMs'],
  rate: ['downMbps', 'upMbps'],
  window: ['initcwnd'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type SweptFactor = keyof typeof FACTORS

/** Small objects gain most: gains at the smallest size lie above those at the largest. Null where size was not varied. */
export function gainOfSmallObjects(
  cells: readonly MeasuredLabCell[],
  baseline: Arm,
  arm: Arm,
): Judged | null {
  return middleOf(changesBy('size', logGains(cells, baseline, arm)).map((change) => -change))
}

/** Many objects gain most: gains with the most lie above those with the fewest. Null where their number was not varied. */
export function gainOfManyObjects(cells: readonly MeasuredLabCell[], baseline: Arm, arm: Arm): Judged | null {
  return middleOf(changesBy('number', logGains(cells, baseline, arm)))
}

/**
 * A factor matters less than size and loss do: gains change more, up or down, with either. It is found again only where this
 * holds for both, and not found where it does not for one. Null where one of the three was not varied.
 */
export function mattersLess(
  factor: SweptFactor,
  cells: readonly MeasuredLabCell[],
  baseline: Arm,
  arm: Arm,
): Judged | null {
  const gains = logGains(cells, baseline, arm)
  // Scatter makes the change by a factor without effect larger than 0, which errs towards "not found".
  const sizes = (name: SweptFactor): number[] => changesBy(name, gains).map(Math.abs)
  const own = sizes(factor)
  return weakest(aboveBy(sizes('size'), own), aboveBy(sizes('loss'), own))
}

/**
 * How the logarithm of the gain changes from the lowest to the highest level of a factor: one value for each combination of all
 * other factors, of which the levels measured there count. So no two conditions are compared that differ in something else,
 * also where factors are not crossed (decision 058).
 */
function changesBy(factor: SweptFactor, gains: readonly ArmGain[]): number[] {
  const names: readonly string[] = FACTORS[factor]
  const groups = factorGroups(gains.map(({ factors }) => factors))
  const own = groups.find((group) => group.names.some((name) => names.includes(name)))
  // Of few conditions another factor may happen to change with it: nothing tells the two apart.
  if (own === undefined || !own.names.every((name) => names.includes(name))) return []
  const others = groups.filter((group) => group !== own)
  const conditions = gains.map(({ logGain }, place) => ({
    logGain,
    level: own.levelOf[place] ?? 0,
    others: others.map(({ levelOf }) => levelOf[place]).join(),
  }))
  return [...Map.groupBy(conditions, (condition) => condition.others).values()].flatMap((alike) => {
    const ascending = alike.toSorted((a, b) => a.level - b.level)
    const [lowest, highest] = [ascending[0], ascending.at(-1)]
    if (lowest === undefined || highest === undefined || lowest.level === highest.level) return []
    return [highest.logGain - lowest.logGain]
  })
}
