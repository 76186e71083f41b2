import type { MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX, pageWithDependencies } from '../../model/lab-page-name.ts'
import { type Judged, middleOf } from './statement.ts'
import { logGains } from './sweep.ts'

/** A page over one link, with its dependencies and without them. */
export interface PagePair {
  readonly page: string
  /** All other factors. */
  readonly others: Readonly<Record<string, unknown>>
  /** Gains: median of the baseline / median of the arm. */
  readonly dependent: number
  readonly flat: number
}

export function pagePairs(cells: readonly MeasuredLabCell[], baseline: Arm, arm: Arm): PagePair[] {
  const gains = logGains(cells, baseline, arm).map(({ factors: { page, ...others }, logGain }) => ({
    page: String(page),
    others,
    gain: Math.exp(logGain),
  }))
  return gains.flatMap(({ page, others, gain }): PagePair[] => {
    if (pageWithDependencies(page) !== null) return []
    const flat = gains.find(
      (each) =>
        pageWithDependencies(each.page) === page && JSON.stringify(each.others) === JSON.stringify(others),
    )
    return flat === undefined
      ? []
      : [{ page: page.replace(GRAPH_PREFIX, ''), others, dependent: gain, flat: flat.gain }]
  })
}

/**
 * Dependencies and computation cost gain: without dependencies gains are larger. Of a page the mean over its links, since
 * these are no pages of their own.
 */
export function gainLostByDependencies(pairs: readonly PagePair[]): Judged | null {
  const byPage = Map.groupBy(pairs, ({ page }) => page)
  return middleOf(
    [...byPage.values()].map((links) => {
      const logRatios = links.map(({ dependent, flat }) => Math.log(flat / dependent))
      return logRatios.reduce((sum, ratio) => sum + ratio, 0) / logRatios.length
    }),
  )
}
