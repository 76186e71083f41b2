import { milliseconds } from '../../figures/quantity.ts'
import { h, type VNode } from '../dom/h.ts'
import { armClass } from './arm.ts'
import type { Scale } from './axis.ts'
import { textWidth } from './text-width.ts'
import { markTimes, type WaterfallLoad } from './waterfall-load.ts'

const DASHES: Readonly<Record<string, string | null>> = {
  TTFB: '1 3',
  FCP: '4 3',
  LCP: '8 3',
  load: null,
}

const LINE = 13

export interface MomentLabel {
  readonly name: string
  readonly ms: number
  readonly label: string
  readonly left: number
  /** Counted from 0; names of neighbours that would touch stand in different rows. */
  readonly row: number
}

/** A load's moments with room for their names between these edges. */
export function placeMoments(
  load: WaterfallLoad,
  x: Scale,
  left: number,
  right: number,
): readonly MomentLabel[] {
  const ends: number[] = []
  return markTimes(load)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, ms]) => {
      const label = `${name} ${milliseconds(ms)}`
      const width = textWidth(label, 11)
      const place = Math.max(left, Math.min(x(ms) - 2, right - width))
      const free = ends.findIndex((end) => end + 6 < place)
      const row = free === -1 ? ends.length : free
      ends[row] = place + width
      return { name, ms, label, left: place, row }
    })
}

/** Height that the names take, px. */
export function momentsHeight(moments: readonly MomentLabel[]): number {
  return Math.max(0, ...moments.map(({ row }) => row + 1)) * LINE
}

export function momentLabels(moments: readonly MomentLabel[], top: number): readonly VNode[] {
  return moments.map(({ label, left, row }) =>
    h('text', { class: 'moment-label', x: left, y: top + (row + 1) * LINE - 3 }, label),
  )
}

/** The moments as lines through the rows. */
export function momentLines(
  { arm }: WaterfallLoad,
  moments: readonly MomentLabel[],
  x: Scale,
  [from, to]: readonly [number, number],
): readonly VNode[] {
  return moments.map(({ name, ms }) =>
    h('line', {
      class: `moment-line moment-${name} ${armClass(arm)}`,
      'stroke-dasharray': DASHES[name],
      x1: x(ms),
      x2: x(ms),
      y1: from,
      y2: to,
    }),
  )
}
