import type { Database } from '../../db/connection/database.ts'
import type { UdpPrice } from '../../figures/udp-price.ts'
import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { cellGroups } from '../lab/cell-groups.ts'
import { valueIn } from '../lab/lab-factors.ts'
import { cellSeries, medianOf, pageTimeCost } from '../lab/page-time-cost.ts'

/** Those that are told of HTTP/3 or forced to it, and the one that hears nothing of it. */
const ANNOUNCED: readonly Arm[] = ['h3', 'h3-altsvc']
const NOT_ANNOUNCED: Arm = 'h2'

export async function udpPrice(db: Database, labRunId: number): Promise<UdpPrice> {
  const rows: UdpPrice['rows'][number][] = []
  for (const { condition, cells } of await cellGroups(db, labRunId, ['udp']))
    for (const cell of cells) {
      const baseline = await cellSeries(db, cell, NOT_ANNOUNCED, DEFAULT_METRIC)
      for (const arm of ANNOUNCED) {
        const loads = await cellSeries(db, cell, arm, DEFAULT_METRIC)
        if (loads.values.length === 0) continue
        const { cost: price, ...found } = pageTimeCost(baseline, loads)
        rows.push({
          ...{ condition, udp: String(valueIn(cell.factors, 'udp') ?? 'open'), arm, baseline: NOT_ANNOUNCED },
          ...{ ...found, price },
          stopped: medianOf(await cellSeries(db, cell, arm, 'udp_packets_stopped')),
          http3: medianOf(await cellSeries(db, cell, arm, 'share_h3')),
        })
      }
    }
  return { labRunId, rows }
}
