import type { MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import { aboveBy, type Judged, middleOf } from './statement.ts'

/** A condition under which both arms have values. */
export interface ArmGain {
  readonly factors: MeasuredLabCell['factors']
  /** Natural logarithm of median(baseline) / median(arm). */
  readonly logGain: number
}

export function logGains(cells: readonly MeasuredLabCell[], baseline: Arm, arm: Arm): ArmGain[] {
  return cells.flatMap(({ factors, arms }): ArmGain[] => {
    const [base, other] = [baseline, arm].map((name) =>
      median(arms.find((one) => one.arm === name)?.values ?? []),
    )
    if (base === undefined || other === undefined || base <= 0 || other <= 0) return []
    return [{ factors, logGain: Math.log(base / other) }]
  })
}

/** Without dependencies and computation: gains above 1. */
export function gainOfSweep(cells: readonly MeasuredLabCell[], baseline: Arm, arm: Arm): Judged | null {
  return middleOf(logGains(cells, baseline, arm).map(({ logGain }) => logGain))
}

/** High loss costs gain: gains without loss lie above those at the highest. Null where loss was not varied. */
export function gainLostByLoss(cells: readonly MeasuredLabCell[], baseline: Arm, arm: Arm): Judged | null {
  const gains = logGains(cells, baseline, arm)
  const losses = gains.flatMap(({ factors: { lossFraction } }) => Number(lossFraction ?? 0))
  const most = Math.max(...losses)
  if (!(most > 0)) return null
  const at = (loss: number) =>
    gains.flatMap(({ logGain }, index) => (losses[index] === loss ? [logGain] : []))
  return aboveBy(at(0), at(most))
}

/** Fewer retransmissions: by condition with loss, the mean of the baseline less that of the arm. */
export function retransmissionsSaved(
  cells: readonly MeasuredLabCell[],
  baseline: Arm,
  arm: Arm,
): Judged | null {
  const differences = cells.flatMap(({ factors, arms }): number[] => {
    if (!(Number(factors.lossFraction ?? 0) > 0)) return []
    const [base, other] = [baseline, arm].map((name) => mean(arms.find((one) => one.arm === name)?.values))
    return base == null || other == null ? [] : [base - other]
  })
  return middleOf(differences)
}

function mean(values: Float64Array | undefined): number | null {
  if (values === undefined || values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
