import type { Plan } from '../../lab/plan/plan.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'

export const MOST_LANES = 16

/**
 * A replayed load is mostly waiting for its link, but link, server and analysis take a quarter of a second of a core beside
 * it: with more lanes than these the lanes' own work makes samples invalid (`machine_busy`).
 */
const GRAPH_LANES_A_CORE = 4

/** Cells at a time where nothing is said: a browser wants the machine for itself. */
export function laneCount({ cells }: Pick<Plan, 'cells'>, cores: number): number {
  const measured = cells.filter(({ skip }) => skip === null)
  if (!measured.some(({ page }) => page.startsWith(GRAPH_PREFIX))) return 1
  return Math.min(MOST_LANES, GRAPH_LANES_A_CORE * cores, measured.length)
}
