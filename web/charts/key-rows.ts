import { h, type VNode } from '../dom/h.ts'
import { textWidth } from './text-width.ts'

const SWATCH = 12
const ROW = 20

export interface KeyEntry {
  readonly label: string
  /** Class that fills the swatch. */
  readonly className: string
}

/** A key above the marks, in their order, broken into as many rows as the width needs. */
export function keyRows(
  entries: readonly KeyEntry[],
  width: number,
): { readonly marks: VNode; readonly height: number } {
  let x = 0
  let row = 0
  const marks = entries.map(({ label, className }) => {
    const needed = SWATCH + 6 + textWidth(label, 12) + 14
    if (x > 0 && x + needed > width) {
      x = 0
      row++
    }
    const left = x
    x += needed
    return h(
      'g',
      h('rect', { class: className, x: left, y: row * ROW + 3, width: SWATCH, height: SWATCH }),
      h('text', { class: 'key-label', x: left + SWATCH + 6, y: row * ROW + 13 }, label),
    )
  })
  return { marks: h('g.key', marks), height: (row + 1) * ROW }
}
