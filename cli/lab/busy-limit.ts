import { isOfGraphs } from '../../lab/plan/is-of-graphs.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { BUSY_LIMIT } from '../probe/probe-options.ts'

/** A replayed graph needs little of a core: beside so much other work a load is hardly longer (decision 077). */
export const GRAPH_BUSY_LIMIT = 0.7

/**
 * Share of the cores: a load beside more other work does not count, where nothing is said.
 *
 * @param inRealTime replayer and servers run before all others: other work does not disturb a load (decision 077)
 */
export function busyLimitOf({ cells }: Pick<Plan, 'cells'>, inRealTime: boolean): number {
  if (!isOfGraphs(cells)) return BUSY_LIMIT
  return inRealTime ? 1 : GRAPH_BUSY_LIMIT
}
