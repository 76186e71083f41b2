import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'

/** What explains the page load times of a page, by arm. */
export interface CellFacts {
  readonly limitMs: ReadonlyMap<Arm, number>
  /** Median over the valid loads; none where packets were not captured. */
  readonly connections: ReadonlyMap<Arm, number>
}

/** By cell of the lab run; none of a cell that is not measured. */
export async function cellFacts(db: Database, labRunId: number): Promise<Map<number, CellFacts>> {
  const found = new Map<number, CellFacts>()
  for (const { cell, campaignId, site, wireLimitMs } of await labCells(db, labRunId)) {
    if (campaignId === null || site === null) continue
    const series = await readSeries(db, { campaignId, site, metric: 'connections' })
    const connections = series.flatMap(({ arm, values }) => {
      const middle = median(values)
      return middle === undefined ? [] : [[arm, middle] as const]
    })
    found.set(cell, {
      limitMs: new Map(Object.entries(wireLimitMs ?? {}) as [Arm, number][]),
      connections: new Map(connections),
    })
  }
  return found
}
