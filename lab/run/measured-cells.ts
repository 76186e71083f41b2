import { campaignSite } from '../../db/campaign/campaign-sites.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCells } from '../../db/lab/lab-cells.ts'
import type { Arm } from '../../model/arm.ts'

export interface MeasuredArm {
  readonly arm: Arm
  /** Valid samples, with or without a value of the metric. */
  readonly valid: number
  readonly invalid: number
  readonly failed: number
  /** Ascending, each once; as long as `values`. */
  readonly rounds: Uint32Array
  /** Values in the metric's unit; `values[i]` is of `rounds[i]`. */
  readonly values: Float64Array
}

export interface MeasuredLabCell extends LabCellRow {
  /** Seed of its campaign, for intervals that come out the same wherever they are computed; null before it is measured. */
  readonly seed: number | null
  /** Count of its campaign (`sequentialRounds`). */
  readonly sequentialRounds: number | null
  /** The arms that apply, in the campaign's order; none before it is measured. */
  readonly arms: readonly MeasuredArm[]
  /** Says why the others do not. */
  readonly leftOut: Readonly<Partial<Record<Arm, string>>>
}

/** All cells of a lab run with what was measured of one metric. */
export async function measuredLabCells(
  db: Database,
  labRunId: number,
  metric: string,
): Promise<MeasuredLabCell[]> {
  const found: MeasuredLabCell[] = []
  for (const cell of await labCells(db, labRunId))
    found.push({ ...cell, ...(await armsOf(db, cell, metric)) })
  return found
}

async function armsOf(
  db: Database,
  { campaignId, site }: LabCellRow,
  metric: string,
): Promise<Pick<MeasuredLabCell, 'seed' | 'sequentialRounds' | 'arms' | 'leftOut'>> {
  if (campaignId === null || site === null)
    return { seed: null, sequentialRounds: null, arms: [], leftOut: {} }
  const campaign = await campaignById(db, campaignId)
  const campaignPage = await campaignSite(db, campaignId, site)
  if (campaign === null || campaignPage === null)
    throw new Error(`a cell’s page is gone: site ${site} of campaign ${campaignId}`)
  const counts = (await sampleCounts(db, campaignId)).filter((count) => count.site === site)
  const series = await readSeries(db, { campaignId, site, metric })
  const arms = campaignPage.arms.applied.map((arm): MeasuredArm => {
    const count = (state: string): number =>
      counts.find((each) => each.arm === arm && each.state === state)?.samples ?? 0
    const { rounds = new Uint32Array(), values = new Float64Array() } =
      series.find((one) => one.arm === arm) ?? {}
    return { arm, valid: count('valid'), invalid: count('invalid'), failed: count('failed'), rounds, values }
  })
  return {
    seed: campaign.seed,
    sequentialRounds: sequentialRounds(campaign),
    arms,
    leftOut: campaignPage.arms.leftOut,
  }
}
