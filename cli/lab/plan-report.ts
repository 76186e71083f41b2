import type { PlanEstimate } from '../../lab/plan/estimate.ts'
import type { Lack } from '../../lab/plan/machine-lacks.ts'
import type { Plan } from '../../lab/plan/plan.ts'

/** A plan with its estimate. `lacks` is null where the machine was not looked at. */
export interface PlanReport {
  readonly plan: Plan
  readonly estimate: PlanEstimate
  readonly lacks: readonly Lack[] | null
}
