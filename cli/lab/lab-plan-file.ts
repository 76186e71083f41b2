import { findPlan } from '../../lab/plan/find-plan.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { readPlan } from '../../lab/plan/read-plan.ts'
import { withFaultLines } from './fault-lines.ts'

/**
 * Reads the plan that a name or path names.
 * @throws PlanError, PlanMissing, or errors of the file system
 */
export async function readPlanFile(
  name: string,
  options: { readonly yes?: boolean; readonly graphs?: boolean },
): Promise<Plan> {
  const file = await findPlan(name)
  return withFaultLines(() =>
    readPlan(file, { manyCells: options.yes === true, asGraphs: options.graphs === true }),
  )
}
