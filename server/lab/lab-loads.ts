import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { countLeftOut } from '../campaign/left-out.ts'
import { ARM_NAMES, type Arm, type MetricName } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'
import type { MeasuredCell } from './lab-gains.ts'

/** Source that loads are read from. */
export type LoadSource = Pick<Context, 'db' | 'series'>

interface ArmLoads {
  readonly arm: Arm
  /** Conditions with a value of it. */
  readonly conditions: number
  /** Failed and invalid loads, and valid ones without a value. */
  readonly leftOut: number
  readonly values: readonly number[]
}

export async function labLoads(
  { db, series }: LoadSource,
  cells: readonly MeasuredCell[],
  metric: MetricName,
): Promise<ArmLoads[]> {
  const byArm = new Map<Arm, ArmLoads & { readonly values: number[] }>()
  for (const { campaignId, site } of cells) {
    const found = await series.read({ campaignId, site, metric })
    const tallies = await sampleTallies(db, campaignId, site)
    for (const arm of new Set([...found, ...tallies].map((one) => one.arm))) {
      const { n = 0, sorted = [] } = found.find((one) => one.arm === arm) ?? {}
      const { conditions = 0, leftOut = 0, values = [] } = byArm.get(arm) ?? {}
      for (const value of sorted) values.push(value)
      const without = countLeftOut(tallies, arm, n).reduce((sum, { count }) => sum + count, 0)
      byArm.set(arm, {
        arm,
        conditions: conditions + (sorted.length === 0 ? 0 : 1),
        leftOut: leftOut + without,
        values,
      })
    }
  }
  return ARM_NAMES.flatMap((arm) => byArm.get(arm) ?? [])
}
