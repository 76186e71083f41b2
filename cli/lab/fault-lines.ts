import { PlanError } from '../../lab/plan/plan-error.ts'
import { visible } from '../output/visible.ts'

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
