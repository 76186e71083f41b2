import { scaleLinear } from 'd3-scale'
import { tickLabels } from '../../figures/quantity.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import type { Scale } from './axis.ts'
import type { Stop } from './chart.ts'
import { textWidth } from './text-width.ts'
import { SLOT } from './waterfall-bars.ts'
import { type Column, columnHeadings, columnsEnd, columnsFor } from './waterfall-columns.ts'
import type { WaterfallLoad } from './waterfall-load.ts'
import { momentLines, momentsHeight, placeMoments } from './waterfall-moments.ts'
import { drawRow } from './waterfall-row.ts'
import type { WaterfallRow } from './waterfall-rows.ts'
import type { RowPlace, RowSpace } from './waterfall-space.ts'
import { rowStops } from './waterfall-stops.ts'

/** Height of what stands above a panel's rows: headings and ticks, px. */
export const HEAD = 24

/** Says where a panel stands, and how long its time axis is. */
interface PanelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly endMs: number
}

export interface Panel {
  readonly left: number
  readonly bottom: number
  /** Headings and ticks, for `y` 0 to HEAD. */
  readonly head: VNode
  /** The rows that reach into this part of the drawing. */
  readonly draw: (top: number, bottom: number) => VNode
  readonly stops: readonly Stop[]
}

/** Loads in rows on one time axis: one load, or two by address. */
export function layOutPanel(
  loads: readonly WaterfallLoad[],
  rows: readonly WaterfallRow[],
  panel: PanelBox,
): Panel {
  const most = Math.max(0, ...loads.map(({ requests }) => requests.length))
  const hasLanes = rows.some(({ kind }) => kind === 'lane')
  const columns = hasLanes ? laneColumns(panel) : columnsFor(panel.left, panel.width, most)
  const bars = { left: columnsEnd(columns), right: panel.left + panel.width - 12 }
  const x = scaleLinear([0, panel.endMs], [bars.left, bars.right])
  const space: RowSpace = {
    ...{ left: panel.left, width: panel.width, columns, bars, x, loads },
    moments: new Map(
      loads.map((load) => [load, placeMoments(load, x, panel.left + TITLE_PX, panel.left + panel.width)]),
    ),
  }
  let y = panel.top
  const placed = rows.map((row, i): PlacedRow => {
    const height = rowHeight(row, space)
    const top = y
    y += height
    return { row, place: { ...space, top, height, isOdd: i % 2 === 1 } }
  })
  const bottom = y
  const ticks = x.ticks(Math.max(2, Math.floor((bars.right - bars.left) / 80)))
  return {
    left: panel.left,
    bottom,
    head: head(columns, ticks, { x, end: panel.left + panel.width }, hasLanes),
    draw: (from, to) => {
      const [top, end] = [Math.max(from, panel.top), Math.min(to, bottom)]
      const line = (className: string, position: number) =>
        h('line', { class: className, x1: position, x2: position, y1: top, y2: end })
      const visible = placed.filter(({ place }) => place.top < end && place.top + place.height > top)
      return h(
        'g.panel',
        end <= top ? null : ticks.map((tick) => line('grid', x(tick))),
        visible.map(({ row, place }) => drawRow(row, place)),
        end <= top
          ? null
          : [...space.moments].map(([load, moments]) =>
              momentLines(load, moments, x, [Math.max(top, titlesEnd(placed)), end]),
            ),
      )
    },
    stops: placed.flatMap(({ row, place }) => rowStops(row, place)),
  }
}

/** Room for a load's name left of the names of its moments. */
const TITLE_PX = 120

function laneColumns({ left, width }: PanelBox): readonly Column[] {
  return [
    {
      name: 'name',
      heading: 'connection',
      left,
      width: Math.min(240, Math.max(120, Math.round(width * 0.28))),
    },
  ]
}

function rowHeight(row: WaterfallRow, { moments }: RowSpace): number {
  switch (row.kind) {
    case 'title':
      return Math.max(22, momentsHeight(moments.get(row.load) ?? []) + 6)
    case 'group':
      return 20
    case 'request':
      return 18
    case 'pair':
      return 32
    case 'lane':
      return Math.max(36, row.lane.slots * SLOT + 10)
  }
}

interface PlacedRow {
  readonly row: WaterfallRow
  readonly place: RowPlace
}

/** Returns where the lines of moments begin: below the titles. */
function titlesEnd(placed: readonly PlacedRow[]): number {
  const last = placed.findLast(({ row }) => row.kind === 'title')
  return last === undefined ? 0 : last.place.top + last.place.height
}

/** `end`: the drawing's right edge, which must not cut a label. */
function head(
  columns: readonly Column[],
  ticks: readonly number[],
  { x, end: edge }: { readonly x: Scale; readonly end: number },
  hasLanes: boolean,
): VNode {
  let end = columnsEnd(columns) - 4
  const words = tickLabels(ticks, 'ms')
  const labels: Child[] = ticks.map((tick, i) => {
    const label = words[i] ?? ''
    const half = textWidth(label, 11) / 2
    const position = Math.max(Math.min(x(tick), edge - half), columnsEnd(columns) + half)
    const isFree = position - half >= end
    if (isFree) end = position + half + 6
    return [
      h('line', { class: 'tick', x1: x(tick), x2: x(tick), y1: HEAD - 5, y2: HEAD }),
      isFree
        ? h('text', { class: 'tick-label', x: position, y: HEAD - 9, 'text-anchor': 'middle' }, label)
        : null,
    ]
  })
  return h('g', { class: hasLanes ? 'axis of-lanes' : 'axis' }, columnHeadings(columns, HEAD - 9), labels)
}
