import { h, type VNode } from '../dom/h.ts'
import { textWidth } from './text-width.ts'

export interface Tick {
  /** Where, in px along the axis. */
  readonly at: number
  readonly label: string
}

interface AxisBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Ticks whose labels would touch the one before are kept as lines, without their label. */
function unlabelledWhereTight(ticks: readonly Tick[]): readonly Tick[] {
  let end = -Infinity
  return ticks.map((tick) => {
    const half = textWidth(tick.label, 11) / 2
    if (tick.at - half < end + 6) return { at: tick.at, label: '' }
    end = tick.at + half
    return tick
  })
}

/** Ticks and label below the plot, with grid lines up through it where `grid`. */
export function bottomAxis(ticks: readonly Tick[], label: string, box: AxisBox, grid = false): VNode {
  return h(
    'g',
    { class: 'axis' },
    h('line', { class: 'axis-line', x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
    unlabelledWhereTight([...ticks].sort((a, b) => a.at - b.at)).map(({ at, label }) => [
      h('line', {
        class: grid ? 'grid' : 'tick',
        x1: at,
        x2: at,
        y1: grid ? box.top : box.bottom,
        y2: box.bottom + 4,
      }),
      label === ''
        ? null
        : h(
            'text',
            {
              class: 'tick-label',
              x: at,
              y: box.bottom + 16,
              // The drawing's left edge must not cut a label in two.
              'text-anchor': at < textWidth(label, 11) / 2 ? 'start' : 'middle',
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
export function leftAxis(ticks: readonly Tick[], label: string, box: AxisBox): VNode {
  return h(
    'g',
    { class: 'axis' },
    ticks.map(({ at, label }) => [
      h('line', { class: 'grid', x1: box.left, x2: box.right, y1: at, y2: at }),
      h('text', { class: 'tick-label', x: box.left - 6, y: at + 4, 'text-anchor': 'end' }, label),
    ]),
    label === '' ? null : h('text', { class: 'axis-label', x: 0, y: box.top - 10 }, label),
  )
}
