import { h, type VNode } from '../dom/h.ts'
import type { PlotBox } from './plot-box.ts'
import { textWidth } from './text-width.ts'

export interface Tick {
  /** Along the axis, px. */
  readonly position: number
  readonly label: string
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
    'g',
    { class: 'axis' },
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
              x: position,
              y: box.bottom + 16,
              // The drawing's left edge must not cut a label in two.
              'text-anchor': position < textWidth(label, 11) / 2 ? 'start' : 'middle',
            },
            label,
          ),
    ]),
    label === ''
      ? null
      : h('text', { class: 'axis-label', x: box.right, y: box.bottom + 33, 'text-anchor': 'end' }, label),
  )
}

/** Ticks left of the plot with grid lines through it; the label stands above, to be read without turning the head. */
export function leftAxis(ticks: readonly Tick[], label: string, box: PlotBox): VNode {
  return h(
    'g',
    { class: 'axis' },
    ticks.map(({ position, label }) => [
      h('line', { class: 'grid', x1: box.left, x2: box.right, y1: position, y2: position }),
      h('text', { class: 'tick-label', x: box.left - 6, y: position + 4, 'text-anchor': 'end' }, label),
    ]),
    label === '' ? null : h('text', { class: 'axis-label', x: 0, y: box.top - 10 }, label),
  )
}
