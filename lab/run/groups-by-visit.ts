import { canonicalJson } from '../../db/rows/canonical-json.ts'
import type { Plan } from '../plan/plan.ts'

/** The group of a cell: those that differ in visit or Early Hints alone are one, and its number is that of its first cell. */
export function groupsByVisit({ cells }: Pick<Plan, 'cells'>): (cell: number) => number {
  const first = new Map<string, number>()
  const groups = cells.map(({ factors: { visit: _, earlyHints: __, ...others } }, cell) => {
    const key = canonicalJson(others)
    const group = first.get(key) ?? cell
    first.set(key, group)
    return group
  })
  return (cell) => groups[cell] ?? cell
}

/** Whether cells are compared by these: then each round goes through all of them. */
export function comparesVisits({ cells }: Pick<Plan, 'cells'>): boolean {
  return new Set(cells.map(({ visit, earlyHints }) => `${visit} ${earlyHints}`)).size > 1
}
