import { labCells } from '../../db/lab/lab-cells.ts'
import { ascending } from '../../stats/ascending.ts'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import { ARM_NAMES, type Arm, type LabCdf, type Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { cellsWith } from '../lab/lab-factors.ts'
import { measuredCells } from '../lab/lab-gains.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

/** A step of a curve for each of so many quantiles. */
const QUANTILES = 201

/** All loads of the conditions together: the conditions of a lab run are chosen, so a curve is of this choice. */
export async function labCdf(
  context: Context,
  { params, query }: Request<'labCdf'>,
): Promise<Reply<'labCdf'>> {
  const { id } = await findLabRun(context, params.id)
  const { metric } = query
  const { cells, fixed } = cellsWith(await labCells(context.db, id), query.fixed)
  const measured = measuredCells(cells)
  const byArm = new Map<Arm, { conditions: number; values: number[] }>()
  for (const { campaignId, site } of measured)
    for (const { arm, sorted } of await context.series.read({ campaignId, site, metric })) {
      if (sorted.length === 0) continue
      const before = byArm.get(arm) ?? { conditions: 0, values: [] }
      before.values.push(...sorted)
      byArm.set(arm, { conditions: before.conditions + 1, values: before.values })
    }
  const p = Array.from({ length: QUANTILES }, (_, index) => index / (QUANTILES - 1))
  const arms = ARM_NAMES.flatMap((arm): LabCdf['arms'] => {
    const found = byArm.get(arm)
    if (found === undefined) return []
    const sorted = ascending(found.values)
    const n = sorted.length
    return [
      {
        ...{ arm, conditions: found.conditions, n },
        mean: sorted.reduce((sum, value) => sum + value, 0) / n,
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
    mean: ({ arm }) => arm.mean,
    zero_share: ({ arm }) => arm.zeroShare?.share ?? null,
    zero_share_low: ({ arm }) => arm.zeroShare?.low ?? null,
    zero_share_high: ({ arm }) => arm.zeroShare?.high ?? null,
    band: ({ arm }) => arm.band,
    p: (row) => row.p,
    [metric]: (row) => row.value,
  })
}
