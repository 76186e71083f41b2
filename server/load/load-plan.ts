import { z } from 'zod'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { type LoadPlanFacts, loadPlanFacts } from '../contract/load.ts'

/** Leaves out whatever else a version stored. */
const storedPlan = z.object(loadPlanFacts.shape)

/** The plan that was stored with a load run. */
export function loadPlanOf({ plan }: Pick<LoadRunRow, 'plan'>): LoadPlanFacts {
  return storedPlan.parse(plan)
}
