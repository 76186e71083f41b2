import { tickLabels } from '../../figures/quantity.ts'
import { h, type VNode } from '../dom/h.ts'
import { textWidth } from './text-width.ts'

/** The rectangle that marks are drawn in, px of the drawing. */
export interface PlotBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Edge of the drawing on the right, where it has much room there; labels may reach up to it. */
  readonly edge?: number
}

/** Maps a value to its position, px. */
export type Scale = (value: number) => number

interface Tick {
  /** Along the axis, px. */
  readonly position: number
  readonly label: string
}

export function placedTicks(ticks: readonly number[], unit: string, place: Scale): readonly Tick[] {
  const labels = tickLabels(ticks, unit)
  return ticks.map((tick, i) => ({ position: place(tick), label: labels[i] ?? '' }))
}

/** Ticks whose labels would touch the one before are kept as lines, without their label. */
function unlabelledWhereTight(ticks: readonly Tick[]): readonly Tick[] {
  let end = -Infinity
  return ticks.map((tick) => {
    const half = textWidth(tick.label, 11) / 2
    if (tick.position - half < end + 6) return { position: tick.position, label: '' }
    end = tick.position + half
    return tick
  })
}

/** Ticks and label below the plot, with grid lines up through it where `grid`. */
export function bottomAxis(ticks: readonly Tick[], label: string, box: PlotBox, grid = false): VNode {
  return h(
    'g.axis',
    h('line', { class: 'axis-line', x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
    unlabelledWhereTight([...ticks].sort((a, b) => a.position - b.position)).map(({ position, label }) => [
      h('line', {
        class: grid ? 'grid' : 'tick',
        x1: position,
        x2: position,
        y1: grid ? box.top : box.bottom,
        y2: box.bottom + 4,
      }),
      label === ''
        ? null
        : h(
            'text',
            {
              class: 'tick-label',
              ...labelPlace(position, textWidth(label, 11) / 2, box),
            },
            label,
          ),
    ]),
    label === '' ? null : axisTitle(label, box),
  )
}

/** Right of its plot every drawing has so much room, px. */
const ROOM = 16

/** Puts it below its tick, but where an edge of the drawing would cut it in two. */
function labelPlace(position: number, half: number, box: PlotBox) {
  const y = box.bottom + 16
  const edge = box.edge ?? box.right + ROOM
  if (position + half > edge) return { x: edge, y, 'text-anchor': 'end' }
  return { x: position, y, 'text-anchor': position < half ? 'start' : 'middle' }
}

/** Puts it at the axis's end; one that is longer begins at the drawing's left edge, which must not cut it. */
function axisTitle(label: string, box: PlotBox): VNode {
  const isLonger = textWidth(label) > box.right
  return h(
    'text',
    {
      ...{ class: 'axis-label', x: isLonger ? 0 : box.right, y: box.bottom + 33 },
      'text-anchor': isLonger ? null : 'end',
    },
    label,
  )
}

/** Ticks left of the plot with grid lines through it; the label stands above, to be read without turning the head. */
export function leftAxis(ticks: readonly Tick[], label: string, box: PlotBox): VNode {
  return h(
    'g.axis',
    ticks.map(({ position, label }) => [
      h('line', { class: 'grid', x1: box.left, x2: box.right, y1: position, y2: position }),
      h('text', { class: 'tick-label', x: box.left - 6, y: position + 4, 'text-anchor': 'end' }, label),
    ]),
    label === '' ? null : h('text', { class: 'axis-label', x: 0, y: box.top - 10 }, label),
  )
}

/** Quarters of the whole, for an axis from 0 to 100 %. */
export function shareTicks(scale: Scale): readonly Tick[] {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => ({ position: scale(share), label: `${100 * share} %` }))
}
