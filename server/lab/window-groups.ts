import { valueIn } from './lab-factors.ts'
import type { MeasuredCell } from './lab-gains.ts'

const WINDOW_FACTOR = 'initcwnd'

/** A condition with its window, in packets. */
export interface WindowCell {
  readonly cell: MeasuredCell
  readonly window: number
}

/** Conditions that differ in nothing but the initial window. */
export interface WindowGroup {
  /** All factors but the window. */
  readonly factors: MeasuredCell['factors']
  readonly smallest: WindowCell
  /** Ascending; one at least. */
  readonly larger: readonly WindowCell[]
}

/** A window that nobody set is the machine's, which is not known: such a condition is in no group. */
export function windowGroups(cells: readonly MeasuredCell[]): WindowGroup[] {
  const known = cells.flatMap((cell): WindowCell[] => {
    const window = valueIn(cell.factors, WINDOW_FACTOR)
    return typeof window === 'number' ? [{ cell, window }] : []
  })
  const groups = Map.groupBy(known, ({ cell }) => JSON.stringify(Object.entries(otherFactors(cell)).sort()))
  return [...groups.values()].flatMap((members): WindowGroup[] => {
    const [smallest, ...larger] = members.toSorted((a, b) => a.window - b.window)
    if (smallest === undefined || larger.length === 0) return []
    return [{ factors: otherFactors(smallest.cell), smallest, larger }]
  })
}

function otherFactors({ factors }: MeasuredCell): MeasuredCell['factors'] {
  const { [WINDOW_FACTOR]: _window, ...others } = factors
  return others
}
