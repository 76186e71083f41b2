import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { ascending } from '../../stats/ascending.ts'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import { countLeftOut } from '../campaign/left-out.ts'
import { ARM_NAMES, type Arm, type LabCdf, type Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { cellsWith } from '../lab/lab-factors.ts'
import { measuredCells } from '../lab/lab-gains.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

/** A step of a curve for each of so many quantiles. */
const QUANTILES = 201

interface ArmLoads {
  readonly conditions: number
  readonly leftOut: number
  readonly values: number[]
}

/** All loads of the conditions together: the conditions of a lab run are chosen, so a curve is of this choice. */
export async function labCdf(
  context: Context,
  { params, query }: Request<'labCdf'>,
): Promise<Reply<'labCdf'>> {
  const { id } = await findLabRun(context, params.id)
  const { metric } = query
  const { cells, fixed } = cellsWith(await labCells(context.db, id), query.fixed)
  const measured = measuredCells(cells)
  const byArm = new Map<Arm, ArmLoads>()
  for (const { campaignId, site } of measured) {
    const series = await context.series.read({ campaignId, site, metric })
    const tallies = await sampleTallies(context.db, campaignId, site)
    for (const arm of new Set([...series, ...tallies].map((one) => one.arm))) {
      const sorted = series.find((one) => one.arm === arm)?.sorted ?? []
      const { conditions = 0, leftOut = 0, values = [] } = byArm.get(arm) ?? {}
      for (const value of sorted) values.push(value)
      const without = countLeftOut(tallies, arm, sorted.length).reduce((sum, { count }) => sum + count, 0)
      byArm.set(arm, {
        conditions: conditions + (sorted.length === 0 ? 0 : 1),
        leftOut: leftOut + without,
        values,
      })
    }
  }
  const p = Array.from({ length: QUANTILES }, (_, index) => index / (QUANTILES - 1))
  const arms = ARM_NAMES.flatMap((arm): LabCdf['arms'] => {
    const found = byArm.get(arm)
    if (found === undefined) return []
    const sorted = ascending(found.values)
    const n = sorted.length
    return [
      {
        ...{ arm, conditions: found.conditions, n, leftOut: found.leftOut },
        mean: n === 0 ? null : sorted.reduce((sum, value) => sum + value, 0) / n,
        zeroShare: wilson(sorted.filter((value) => value === 0).length, n),
        band: dkwHalfWidth(n),
        values: p.flatMap((share) => quantileOfSorted(sorted, share) ?? []),
      },
    ]
  })
  return { answer: { labRunId: id, metric, fixed, conditions: measured.length, p, arms } }
}

export const labCdfCsv: ToCsv<'labCdf'> = ({ metric, p, arms }) => {
  const rows = arms.flatMap(({ values, ...arm }) =>
    values.map((value, index) => ({ arm, value, p: p[index] ?? null })),
  )
  return csvTable<(typeof rows)[number]>(rows, {
    arm: ({ arm }) => arm.arm,
    conditions: ({ arm }) => arm.conditions,
    n: ({ arm }) => arm.n,
    left_out: ({ arm }) => arm.leftOut,
    mean: ({ arm }) => arm.mean,
    zero_share: ({ arm }) => arm.zeroShare?.share ?? null,
    zero_share_low: ({ arm }) => arm.zeroShare?.low ?? null,
    zero_share_high: ({ arm }) => arm.zeroShare?.high ?? null,
    band: ({ arm }) => arm.band,
    p: (row) => row.p,
    [metric]: (row) => row.value,
  })
}
