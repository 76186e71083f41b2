import type { LabReport } from '../../cli/lab/lab-report.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import type { MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import type { LabCdf, LabShares } from '../../server/contract/contract.ts'
import type { RunFacts } from '../google-mobile/run-facts.ts'

/** A lab run with what of it the document says. */
export interface MeasuredRun {
  readonly run: Pick<LabRunRow, 'id' | 'name' | 'plan' | 'createdAt' | 'seed' | 'toolVersion' | 'versions'>
  readonly facts: RunFacts
  /** Cells with page load times. */
  readonly times: readonly MeasuredLabCell[]
  /** The same cells with retransmissions. */
  readonly retransmissions: readonly MeasuredLabCell[]
  /** Of all cells together, as the lab page has it. */
  readonly retransmissionCdf: LabCdf
  readonly shares: LabShares
  readonly report: LabReport
}

export interface Results {
  /** Of the plan `epload`. */
  readonly sweep: MeasuredRun
  /** Of the plan `epload-pages`; null: none yet. */
  readonly pages: MeasuredRun | null
  readonly baseline: Arm
  /** Without the baseline. */
  readonly arms: readonly Arm[]
  /** What it ran on, in words; null: not said. */
  readonly machine: string | null
}

/** Loads that count, and those left out. */
export function loadsOf({ times }: Pick<MeasuredRun, 'times'>): {
  readonly valid: number
  readonly leftOut: number
} {
  const arms = times.flatMap((cell) => cell.arms)
  return {
    valid: arms.reduce((sum, { valid }) => sum + valid, 0),
    leftOut: arms.reduce((sum, { invalid, failed }) => sum + invalid + failed, 0),
  }
}
