import type { LabCellRow } from '../../db/lab/lab-cells.ts'
import { ARMS } from '../../model/arm.ts'
import { wireLimitMs } from '../limit/limit.ts'
import type { LabPage } from '../pages/shape/lab-page.ts'
import { initialWindow } from './initial-window.ts'
import type { PlannedCell } from './plan.ts'
import { quicWindowPackets } from './serve-order.ts'

/** Segments of TCP's initial window where the route sets none: Linux since 2.6.39 (RFC 6928). */
const DEFAULT_INITCWND = 10

/** The smallest page time that the wire allows, milliseconds, by arm (docs/lab-pages.md). */
export function cellLimits(cell: PlannedCell, page: LabPage): NonNullable<LabCellRow['wireLimitMs']> {
  // No byte goes over the wire.
  if (cell.visit === 'warm-cache') return {}
  const recorded = page.recording?.initialWindow
  const tcp = initialWindow(cell, 'tcp', recorded) ?? DEFAULT_INITCWND
  const quic = { ...cell, initcwnd: initialWindow(cell, 'quic', recorded) }
  return Object.fromEntries(
    cell.arms.applied.map((arm) => {
      const isHinted = cell.earlyHints === 'on' && ARMS[arm].protocol !== 'http/1.1'
      const initialWindowPackets = arm === 'h3' ? (quicWindowPackets(quic) ?? tcp) : tcp
      const options = { initialWindowPackets, visit: cell.visit, isHinted, streams: cell.streams }
      return [arm, wireLimitMs(page, cell.link, arm, options)]
    }),
  )
}
