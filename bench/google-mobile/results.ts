import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import type { Arm } from '../../model/arm.ts'
import type { ReplayRow } from '../../server/contract/contract.ts'
import type { MeasuredPage } from './measured-page.ts'
import type { RunFacts } from './run-facts.ts'

/** All that the document says of a run. */
export interface Results {
  readonly run: Pick<LabRunRow, 'id' | 'createdAt' | 'state' | 'seed' | 'toolVersion' | 'versions'>
  readonly facts: RunFacts
  readonly rows: readonly ReplayRow[]
  /** Without the baseline, HTTP/1.1. */
  readonly arms: readonly Arm[]
  /** Those with a valid load of the baseline. */
  readonly pages: readonly MeasuredPage[]
  /** What it ran on, in words; null: not said. */
  readonly machine: string | null
}
