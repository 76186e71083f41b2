import { sampleCounts } from '../../db/campaign/samples.ts'
import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCells } from '../../db/lab/lab-cells.ts'
import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import type { RoundSeries } from '../comparisons/compared-series.ts'
import { measuredCells } from './lab-gains.ts'

/** A measured condition of a lab run, from a database or from samples that were kept of it. */
export interface RunCell extends Pick<LabCellRow, 'cell' | 'factors' | 'configuredLink' | 'wireLimitMs'> {
  /** Values of one metric under an arm; empty where there are none. */
  readonly series: (arm: Arm, metric: MetricName) => Promise<RoundSeries>
  /** Says how its loads ended. */
  readonly counts: () => Promise<readonly LoadCount[]>
}

export interface LoadCount {
  readonly arm: Arm
  /** `pending` where a load is still to be taken. */
  readonly state: string
  readonly samples: number
}

const NO_SERIES: RoundSeries = { rounds: new Uint32Array(), values: new Float64Array() }

/** Returns them in the order of the plan. */
export async function runCells(db: Database, labRunId: number): Promise<RunCell[]> {
  return measuredCells(await labCells(db, labRunId)).map((row) => {
    const { cell, factors, configuredLink, wireLimitMs, campaignId, site } = row
    return {
      ...{ cell, factors, configuredLink, wireLimitMs },
      async series(arm, metric) {
        const [series = NO_SERIES] = await readSeries(db, { campaignId, site, metric, arm })
        return series
      },
      async counts() {
        const counts = await sampleCounts(db, campaignId)
        return counts.filter((count) => count.site === site)
      },
    }
  })
}
