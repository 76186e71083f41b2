import { findPlan } from '../../lab/plan/find-plan.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { PlanError } from '../../lab/plan/plan-error.ts'
import { readPlan } from '../../lab/plan/read-plan.ts'
import { visible } from '../output/text.ts'

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

/**
 * Reads a plan. Each of several faults is printed on a line of its own, the first one last, as the error that is thrown.
 */
export async function withFaultLines<Plan>(read: () => Promise<Plan>): Promise<Plan> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PlanError)
      for (const fault of error.faults.slice(1).reverse())
        process.stderr.write(`towline: ${visible(fault)}\n`)
    throw error
  }
}
