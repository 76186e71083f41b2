import type { LoadExpectations } from '../../crawler/probe/load/expectations.ts'
import type { PlannedCell } from '../plan/plan.ts'

/** What each load of a cell has to be beside its arm: what the cell's factors force and the load itself can show. */
export function cellExpectations({ visit }: PlannedCell): LoadExpectations {
  return { ...(visit !== 'cold' && { visit }) }
}
