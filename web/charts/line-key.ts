import { h, type VNode } from '../dom/h.ts'
import { type Shape, shapeMark } from './shape.ts'
import { textWidth } from './text-width.ts'

const LINE = 26
const ROW = 18
const MARK_RADIUS = 3.5

export interface LineKeyEntry {
  readonly label: string
  /** Classes of the line. */
  readonly className: string
  readonly dash: string | null
  /** Mark on the line; default: none. */
  readonly mark?: { readonly shape: Shape; readonly className: string }
}

/** A key of lines above the marks, in their order, broken into as many rows as the width needs. */
export function lineKey(
  entries: readonly LineKeyEntry[],
  width: number,
): { readonly marks: VNode; readonly height: number } {
  let x = 0
  let row = 0
  const marks = entries.map(({ label, className, dash, mark }) => {
    const needed = LINE + 6 + textWidth(label, 12) + 12
    if (x > 0 && x + needed > width) {
      x = 0
      row += 1
    }
    const left = x
    x += needed
    const y = row * ROW + 9
    return h(
      'g',
      h('line', { class: className, 'stroke-dasharray': dash, x1: left, x2: left + LINE, y1: y, y2: y }),
      mark === undefined ? null : shapeMark(mark.shape, left + LINE / 2, y, MARK_RADIUS, mark.className),
      h('text', { class: 'key-label', x: left + LINE + 6, y: y + 4 }, label),
    )
  })
  return { marks: h('g.key', marks), height: entries.length === 0 ? 0 : (row + 1) * ROW }
}
