export interface ColumnNeeds {
  /** To show every cell and the heading on one line each. */
  readonly wanted: number
  /** To be of use: below this it is not narrowed. */
  readonly least: number
  /** Whether the column may be left out where the table is too wide; `last`: after all others. */
  readonly optional: boolean | 'last'
}

/** Between two columns. */
export const GAP_CHARS = 2

/**
 * Widths of columns for a table of at most `limit` characters; null: the column is left out. The widest is narrowed first;
 * where that is not enough, optional columns go, the last one first, those marked `last` after all others. A table whose needs are above the limit is wider.
 */
export function columnWidths(columns: readonly ColumnNeeds[], limit: number | null): (number | null)[] {
  const widths: (number | null)[] = columns.map(({ wanted }) => wanted)
  if (limit === null) return widths
  const least: (number | null)[] = columns.map(({ least }) => least)
  for (const when of [true, 'last'])
    for (let i = columns.length - 1; i >= 0 && totalOf(least) > limit; i -= 1) {
      if (columns[i]?.optional !== when) continue
      least[i] = null
      widths[i] = null
    }
  for (let excess = totalOf(widths) - limit; excess > 0; excess -= 1) {
    const widest = widestOf(widths, least)
    if (widest === null) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function totalOf(widths: readonly (number | null)[]): number {
  const shown = widths.filter((width) => width !== null)
  return shown.reduce((sum, width) => sum + width, GAP_CHARS * Math.max(0, shown.length - 1))
}

/** The index of the widest column that can be narrowed; null where none can. */
function widestOf(widths: readonly (number | null)[], least: readonly (number | null)[]): number | null {
  let found: number | null = null
  for (const [i, width] of widths.entries()) {
    if (width === null || width <= (least[i] ?? 0)) continue
    if (found === null || width > (widths[found] ?? 0)) found = i
  }
  return found
}
