import type { MeasuredLabCell } from '../../../lab/run/measured-cells.ts'
import type { Arm } from '../../../model/arm.ts'

/** A cell of a lab run with the page load times of its arms, a round each, milliseconds. */
export function measuredCell(
  cell: number,
  factors: MeasuredLabCell['factors'],
  pltMs: Partial<Record<Arm, readonly number[]>>,
  changes: Partial<MeasuredLabCell> = {},
): MeasuredLabCell {
  const arms = Object.entries(pltMs) as [Arm, readonly number[]][]
  return {
    labRunId: 1,
    cell,
    campaignId: cell + 1,
    site: 0,
    state: 'done',
    reason: null,
    factors,
    configuredLink: {},
    measuredLink: null,
    wireLimitMs: null,
    seed: 1,
    sequentialRounds: null,
    leftOut: {},
    arms: arms.map(([arm, values]) => ({
      arm,
      valid: values.length,
      invalid: 0,
      failed: 0,
      rounds: Uint32Array.from(values.keys()),
      values: Float64Array.from(values),
    })),
    ...changes,
  } as MeasuredLabCell
}

/** Six rounds about a median. */
export const about = (ms: number): number[] => [0.98, 0.99, 1, 1, 1.01, 1.02].map((share) => ms * share)
