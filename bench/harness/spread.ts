import { median } from '../../stats/median.ts'

/** Median, smallest and largest of some numbers. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** @throws RangeError without numbers */
export function spread(values: readonly number[]): Spread {
  const middle = median(values)
  if (middle === undefined) throw new RangeError('the spread of no numbers')
  return { median: middle, min: Math.min(...values), max: Math.max(...values) }
}

/** Of those that are known; null where none is. */
export function spreadOfKnown(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : spread(known)
}

/** `median (smallest–largest)`, or the one value where all are alike; null for none. */
export function spreadText(values: Spread | null, digits: number): string | null {
  if (values === null) return null
  const [middle, low, high] = [values.median, values.min, values.max].map((value) => value.toFixed(digits))
  return low === high ? `${middle}` : `${middle} (${low}–${high})`
}
