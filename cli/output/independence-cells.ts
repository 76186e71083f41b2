import type { ArmComparison } from '../../stats/comparison/compare-arms.ts'

/** Of the columns interval_rule, autocorrelation, autocorrelation_low, autocorrelation_high, effective_rounds. */
export function independenceCells(
  comparison: ArmComparison | null,
): [string | null, number | null, number | null, number | null, number | null] {
  const { intervalRule = null, autocorrelation: rho = null, effectiveRounds = null } = comparison ?? {}
  return [intervalRule, rho?.value ?? null, rho?.low ?? null, rho?.high ?? null, effectiveRounds]
}
