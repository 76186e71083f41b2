import { textWidth } from './text-width.ts'

interface HeatGrid {
  readonly rows: readonly { readonly group: string | null; readonly label: string }[]
  readonly columns: readonly string[]
}

export interface HeatLayout {
  readonly width: number
  /** Left edge of the squares, px. */
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly cellWidth: number
  /** Top of each row. */
  readonly rowTop: readonly number[]
  /** Whether the name of a group stands above a row. */
  readonly opensGroup: readonly boolean[]
}

/** Height of a row, px. */
export const ROW = 46
/** Height of the name of a group above its rows. */
const GROUP = 26
const TOP = 84
const WIDEST_CELL = 132

export function heatLayout({ rows, columns }: HeatGrid, width: number): HeatLayout {
  const hasLabels = rows.some(({ label }) => label !== '')
  const labels = Math.max(...rows.map(({ label }) => textWidth(label, 12) + 14))
  const left = hasLabels ? Math.min(width * 0.34, Math.max(64, labels)) : 0
  const opensGroup = rows.map(({ group }, i) => group !== null && group !== rows[i - 1]?.group)
  let bottom = TOP
  const rowTop = rows.map((_, i) => {
    const top = bottom + (opensGroup[i] ? GROUP : 0)
    bottom = top + ROW
    return top
  })
  const cellWidth = Math.min(WIDEST_CELL, (width - left) / Math.max(1, columns.length))
  return { width, left, top: TOP, bottom, cellWidth, rowTop, opensGroup }
}
