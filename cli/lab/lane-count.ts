import type { Plan } from '../../lab/plan/plan.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'

export const MOST_LANES = 16

/**
 * A replayed load is mostly waiting for its link. With three a core 6 % of 1,080 loads of `epload-pages` were invalid on an idle
 * machine (`machine_busy`), and 2 % of 1,297 of `epload`; with eight a core most were.
 */
const GRAPH_LANES_A_CORE = 3

/** Cells at a time where nothing is said: a browser wants the machine for itself. */
export function laneCount({ cells }: Pick<Plan, 'cells'>, cores: number): number {
  const measured = cells.filter(({ skip }) => skip === null)
  if (!measured.some(({ page }) => page.startsWith(GRAPH_PREFIX))) return 1
  return Math.min(MOST_LANES, GRAPH_LANES_A_CORE * cores, measured.length)
}
