import { h, type VNode } from '../dom/h.ts'
import type { PlotBox } from './axis.ts'
import { textWidth } from './text-width.ts'

interface Point {
  readonly x: number
  readonly y: number
}

interface LabelPosition extends Point {
  readonly anchor: 'start' | 'end' | 'middle'
}

interface LabelRequest {
  readonly text: string
  /** Places where it may stand, best first. At least one. */
  readonly candidates: readonly LabelPosition[]
}

interface PlacedLabel extends LabelPosition {
  readonly text: string
}

const SIZE_PX = 12

/**
 * Puts each label where it covers the fewest points of the curves, no label before it, and nothing outside the plot.
 * First come, first placed: a figure has a handful.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  curves: readonly Point[],
  plot: PlotBox,
): readonly PlacedLabel[] {
  const taken: PlotBox[] = []
  return requests.flatMap(({ text, candidates }) => {
    let best: { label: PlacedLabel; box: PlotBox; cost: number } | null = null
    for (const candidate of candidates) {
      const box = boxOf(text, candidate)
      const outside =
        box.left < plot.left || box.right > plot.right || box.top < plot.top || box.bottom > plot.bottom
      const cost =
        (outside ? 1e6 : 0) +
        1e4 * taken.filter((other) => overlap(box, other)).length +
        curves.filter(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom).length
      if (best === null || cost < best.cost) best = { label: { ...candidate, text }, box, cost }
    }
    if (best === null) return []
    taken.push(best.box)
    return [best.label]
  })
}

/** The text of a placed label, in the colour of its curve. */
export function curveLabel({ text, x, y, anchor }: PlacedLabel, className: string): VNode {
  return h('text', { class: `curve-label ${className}`, x, y, 'text-anchor': anchor }, text)
}

function boxOf(text: string, { x, y, anchor }: LabelPosition): PlotBox {
  const width = textWidth(text, SIZE_PX)
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left: left - 2, right: left + width + 2, top: y - SIZE_PX, bottom: y + 4 }
}

function overlap(a: PlotBox, b: PlotBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
