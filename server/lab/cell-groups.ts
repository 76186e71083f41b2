import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { type MeasuredCell, measuredCells } from './lab-gains.ts'

/** Conditions that differ in nothing but some factors. */
export interface CellGroup {
  readonly condition: MeasuredCell['factors']
  /** In the order of the plan. */
  readonly cells: readonly MeasuredCell[]
}

/** The measured conditions of a lab run, in groups that are alike but for these factors; none where it varies none of them. */
export async function cellGroups(
  db: Database,
  labRunId: number,
  varied: readonly string[],
): Promise<CellGroup[]> {
  const cells = measuredCells(await labCells(db, labRunId)).filter(({ factors }) =>
    varied.some((name) => name in factors),
  )
  const others = ({ factors }: MeasuredCell): MeasuredCell['factors'] =>
    Object.fromEntries(Object.entries(factors).filter(([name]) => !varied.includes(name)))
  const groups = Map.groupBy(cells, (cell) => JSON.stringify(others(cell)))
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first === undefined ? [] : [{ condition: others(first), cells: members }]
  })
}
