import { z } from 'zod'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import type { LabInitialWindow } from '../contract/contract.ts'
import { measuredCells } from './lab-gains.ts'
import { curveSizes, type ModelLink, windowCurve } from './window-curves.ts'
import { windowRows } from './window-gains.ts'
import { windowGroups } from './window-groups.ts'

/** A link whose rate is that of a delivery trace has no model. */
const modelLink = z.object({
  rttMs: z.number(),
  downMbps: z.number().nullable(),
  downTrace: z.null().optional(),
})

interface GroupRows {
  readonly rows: LabInitialWindow['rows']
  /** Is null where no model. */
  readonly link: ModelLink | null
}

/** Says what a larger initial window gained in a lab run, and what the model expects. */
export async function labInitialWindowAnswer(
  db: Database,
  { id, seed }: Pick<LabRunRow, 'id' | 'seed'>,
): Promise<LabInitialWindow> {
  const cells = await labCells(db, id)
  const groups = windowGroups(measuredCells(cells))
  const found: GroupRows[] = []
  for (const group of groups)
    found.push({
      rows: await windowRows(db, group, seed),
      link: modelLink.safeParse(group.smallest.cell.configuredLink).data ?? null,
    })
  const rows = found.flatMap((each) => each.rows)
  const curveBytes = curveSizes(rows)
  const compared = groups.reduce((sum, { larger }) => sum + 1 + larger.length, 0)
  return {
    labRunId: id,
    needed: MIN_ROUNDS,
    leftOut: cells.length - compared,
    rows,
    curveBytes,
    curves: curvesOf(found, curveBytes),
  }
}

/** Files of different sizes share a curve. */
function curvesOf(found: readonly GroupRows[], sizes: readonly number[]): LabInitialWindow['curves'] {
  const curves = new Map<string, LabInitialWindow['curves'][number]>()
  for (const { rows, link } of found)
    for (const row of rows) {
      if (row.fileBytes === null || link === null) continue
      const { page: _page, ...condition } = row.factors
      const factors = Object.entries(condition).sort()
      const key = JSON.stringify([factors, row.arm, row.smallWindow, row.largeWindow])
      if (!curves.has(key)) curves.set(key, windowCurve(row, link, sizes))
    }
  return [...curves.values()]
}
