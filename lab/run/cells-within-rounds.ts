import type { LabFactors } from '../../db/lab/lab-cells.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import type { Plan } from '../plan/plan.ts'

/** Factors of how a browser meets its servers. Their effects are some milliseconds, and so is what the machine’s load changes. */
const WITHIN_ROUNDS = [
  'visit',
  'earlyHints',
  'udp',
  'addresses',
  'keyExchange',
  'chainBytes',
  'certificateKey',
] as const

/** The group of a cell: those that differ in nothing but how servers are met are one, and its number is that of its first cell. */
export function groupsWithinRounds({ cells }: Pick<Plan, 'cells'>): (cell: number) => number {
  const first = new Map<string, number>()
  const groups = cells.map(({ factors }, cell) => {
    const key = othersOf(factors)
    const group = first.get(key) ?? cell
    first.set(key, group)
    return group
  })
  return (cell) => groups[cell] ?? cell
}

/** Whether some cells are compared by how servers are met: then each round goes through all of them. */
export function comparesWithinRounds(plan: Pick<Plan, 'cells'>): boolean {
  const groupOf = groupsWithinRounds(plan)
  return plan.cells.some((_, cell) => groupOf(cell) !== cell)
}

function othersOf(factors: LabFactors): string {
  const isOther = ([name]: [string, unknown]): boolean => !WITHIN_ROUNDS.some((within) => within === name)
  return canonicalJson(Object.fromEntries(Object.entries(factors).filter(isOther)))
}
