import type { PlotBox, Scale } from './axis.ts'
import type { Column } from './waterfall-columns.ts'
import type { WaterfallLoad } from './waterfall-load.ts'
import type { MomentLabel } from './waterfall-moments.ts'

/** Measures that all rows of a panel are drawn by. */
export interface RowSpace {
  readonly left: number
  readonly width: number
  readonly columns: readonly Column[]
  /** The bars' edges. */
  readonly bars: Pick<PlotBox, 'left' | 'right'>
  readonly x: Scale
  /** Sorted as they were given. */
  readonly loads: readonly WaterfallLoad[]
  readonly moments: ReadonlyMap<WaterfallLoad, readonly MomentLabel[]>
}

/** The same with the place of one row. */
export interface RowPlace extends RowSpace {
  readonly top: number
  readonly height: number
  /** Every second row has a ground of its own. */
  readonly isOdd: boolean
}
