import type { CellFactors } from '../../papers/decide/measured-cell.ts'

/** Held in every plan of a paper, or a consequence of what is said. */
const UNSAID = new Set(['congestionControl', 'server'])

/** A cell by what makes it differ: `imgur, rttMs 20`. */
export function conditionWords(factors: CellFactors): string {
  const { page, profile, ...rest } = factors
  const others = Object.entries(rest).filter(([name, value]) => !UNSAID.has(name) && value !== null)
  return [page, profile, ...others.map(([name, value]) => `${name} ${value}`)]
    .filter((part) => part !== undefined && part !== null)
    .join(', ')
}
