import type { Plan } from '../../lab/plan/plan.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'

export const MOST_LANES = 16

/**
 * A replayed load is mostly waiting for its link. Link, server and analysis took 0.06 s of a core beside it for one file and
 * 0.3 s for pages of 1,400 packets, on a busy machine; with eight lanes a core most samples were invalid (`machine_busy`).
 * That four are few enough on a quiet machine is still to be measured.
 */
const GRAPH_LANES_A_CORE = 4

/** Cells at a time where nothing is said: a browser wants the machine for itself. */
export function laneCount({ cells }: Pick<Plan, 'cells'>, cores: number): number {
  const measured = cells.filter(({ skip }) => skip === null)
  if (!measured.some(({ page }) => page.startsWith(GRAPH_PREFIX))) return 1
  return Math.min(MOST_LANES, GRAPH_LANES_A_CORE * cores, measured.length)
}
