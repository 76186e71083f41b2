import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import type { LabRunRow } from './lab-runs.ts'

/** Reads the plan that was stored with the run; null for one that does not say. */
export function plannedBaseline({ plan }: Pick<LabRunRow, 'plan'>): Arm | null {
  const { baseline } = plan as { readonly baseline?: unknown }
  return ARM_NAMES.find((arm) => arm === baseline) ?? null
}
