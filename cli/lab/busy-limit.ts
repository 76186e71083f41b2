import type { Plan } from '../../lab/plan/plan.ts'
import { BUSY_LIMIT } from '../probe/probe-options.ts'
import { isOfGraphs } from './lane-count.ts'

/** A replayed graph needs little of a core: beside so much other work a load is hardly longer (decision 066). */
export const GRAPH_BUSY_LIMIT = 0.7

/** Share of the cores: a load beside more other work does not count, where nothing is said. */
export const busyLimitOf = (plan: Pick<Plan, 'cells'>): number =>
  isOfGraphs(plan) ? GRAPH_BUSY_LIMIT : BUSY_LIMIT
