import type { UdpPrice } from '../../figures/udp-price.ts'
import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { cellGroups } from '../lab/cell-groups.ts'
import { valueIn } from '../lab/lab-factors.ts'
import { medianOf, pageTimeCost } from '../lab/page-time-cost.ts'
import type { RunCell } from '../lab/run-cells.ts'

type Row = UdpPrice['rows'][number]

/** Arms that are told of HTTP/3 or forced to it, and the one that hears nothing of it. */
const ANNOUNCED: readonly Arm[] = ['h3', 'h3-altsvc']
const NOT_ANNOUNCED: Arm = 'h2'

const udpOf = ({ factors }: RunCell): string => String(valueIn(factors, 'udp') ?? 'open')
const visitOf = ({ factors }: RunCell): string => String(valueIn(factors, 'visit') ?? 'cold')

/** Compares with a second visit that hears nothing of HTTP/3 and resumes no session, which is as the first. */
export async function udpPrice(runCells: readonly RunCell[]): Promise<Row[]> {
  const rows: Row[] = []
  const ofUdp = runCells.filter(({ factors }) => 'udp' in factors)
  for (const { condition, cells } of cellGroups(ofUdp, ['udp', 'visit']))
    for (const cell of cells) {
      const udp = udpOf(cell)
      const cold = cells.find((one) => udpOf(one) === udp && visitOf(one) === 'cold') ?? cell
      const baseline = await cold.series(NOT_ANNOUNCED, DEFAULT_METRIC)
      for (const arm of ANNOUNCED) {
        const loads = await cell.series(arm, DEFAULT_METRIC)
        if (loads.values.length === 0) continue
        const { cost: price, ...found } = pageTimeCost(baseline, loads)
        rows.push({
          ...{ condition, udp, visit: visitOf(cell), arm, baseline: NOT_ANNOUNCED },
          ...{ ...found, price },
          stopped: medianOf(await cell.series(arm, 'udp_packets_stopped')),
          http3: medianOf(await cell.series(arm, 'share_h3')),
        })
      }
    }
  return rows
}
