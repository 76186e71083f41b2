import { integer } from '../../../figures/quantity.ts'

/** `1,234`, or `top 5,000` where no more is known; null: neither is. */
export function rankWords(of: {
  readonly rank: number | null
  readonly rankMagnitude: number | null
}): string | null {
  if (of.rank !== null) return integer(of.rank)
  return of.rankMagnitude === null ? null : `top ${integer(of.rankMagnitude)}`
}
