import { isOfGraphs } from '../../lab/plan/is-of-graphs.ts'
import type { Plan } from '../../lab/plan/plan.ts'

export const MOST_LANES = 16

/**
 * A replayed load is mostly waiting for its link. With five a core fewer than 1 % of the loads of `epload` were beside more
 * other work than `GRAPH_BUSY_LIMIT`, with seven a core 4 %.
 */
const GRAPH_LANES_A_CORE = 5

/**
 * Cells at a time where nothing is said: a browser wants the machine for itself.
 *
 * @param visitsOfCell parts of a cell that several lanes can be at
 */
export function laneCount(
  { cells }: Pick<Plan, 'cells'>,
  { visitsOfCell, cores }: { readonly visitsOfCell: number; readonly cores: number },
): number {
  const measured = cells.filter(({ skip }) => skip === null)
  if (!isOfGraphs(measured)) return 1
  return Math.min(MOST_LANES, GRAPH_LANES_A_CORE * cores, measured.length * visitsOfCell)
}
