import type { LabCellRow } from '../../db/lab/lab-cells.ts'
import type { FactorValue, LabRun } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'

/** Every factor of these cells with the values that occur, both in order. */
export function factorLevels(cells: readonly LabCellRow[]): LabRun['factors'] {
  const levels = new Map<string, Map<string, FactorValue>>()
  for (const { factors } of cells)
    for (const [name, value] of Object.entries(factors)) {
      const values = levels.get(name) ?? new Map<string, FactorValue>()
      levels.set(name, values.set(String(value), value))
    }
  return [...levels]
    .map(([name, values]) => ({ name, values: [...values.values()].sort(compareValues) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function compareValues(a: FactorValue, b: FactorValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}

/**
 * The values of a factor.
 *
 * @throws Problem `bad_request` where the run has no such factor
 */
export function levelValues(cells: readonly LabCellRow[], name: string): FactorValue[] {
  const factor = factorLevels(cells).find((one) => one.name === name)
  if (factor === undefined)
    throw new Problem('bad_request', `This lab run has no such factor; ${known(cells)}.`)
  return factor.values
}

/**
 * The cells in which every fixed factor has its value, given as text.
 *
 * @throws Problem `bad_request` where a factor has no such value
 */
export function cellsWith(
  cells: readonly LabCellRow[],
  fixed: Readonly<Record<string, string>>,
): { readonly cells: LabCellRow[]; readonly fixed: Record<string, FactorValue> } {
  const values = new Map<string, FactorValue>()
  for (const [name, text] of Object.entries(fixed)) {
    const value = levelValues(cells, name).find((level) => String(level) === text)
    if (value === undefined)
      throw new Problem('bad_request', 'A fixed factor never has this value in this lab run.')
    values.set(name, value)
  }
  return {
    cells: cells.filter(({ factors }) =>
      [...values].every(([name, value]) => valueIn(factors, name) === value),
    ),
    fixed: Object.fromEntries(values),
  }
}

/** Undefined where the cell does not have the factor. */
export function valueIn(factors: LabCellRow['factors'], name: string): FactorValue | undefined {
  return Object.hasOwn(factors, name) ? factors[name] : undefined
}

function known(cells: readonly LabCellRow[]): string {
  const names = factorLevels(cells).map(({ name }) => name)
  return names.length === 0 ? 'it has none' : `it has: ${names.join(', ')}`
}
