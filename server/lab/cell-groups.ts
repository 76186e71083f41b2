import type { RunCell } from './run-cells.ts'

/** Conditions that differ in nothing but some factors. */
export interface CellGroup {
  readonly condition: RunCell['factors']
  /** Sorted as in the plan. */
  readonly cells: readonly RunCell[]
}

/** Conditions in groups that are alike but for these factors; none where none of them is varied. */
export function cellGroups(cells: readonly RunCell[], varied: readonly string[]): CellGroup[] {
  const others = ({ factors }: RunCell): RunCell['factors'] =>
    Object.fromEntries(Object.entries(factors).filter(([name]) => !varied.includes(name)))
  const groups = Map.groupBy(
    cells.filter(({ factors }) => varied.some((name) => name in factors)),
    (cell) => JSON.stringify(others(cell)),
  )
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first === undefined ? [] : [{ condition: others(first), cells: members }]
  })
}
