import type { MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
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

const FLAT = /^graph:flat-/

export function pagePairs(cells: readonly MeasuredLabCell[], baseline: Arm, arm: Arm): PagePair[] {
  const gains = logGains(cells, baseline, arm).map(({ factors: { page, ...others }, logGain }) => ({
    page: String(page),
    others,
    gain: Math.exp(logGain),
  }))
  return gains.flatMap(({ page, others, gain }): PagePair[] => {
    if (FLAT.test(page)) return []
    const flat = gains.find(
      (each) =>
        FLAT.test(each.page) &&
        each.page.replace(FLAT, 'graph:') === page &&
        JSON.stringify(each.others) === JSON.stringify(others),
    )
    return flat === undefined
      ? []
      : [{ page: page.replace(/^graph:/, ''), others, dependent: gain, flat: flat.gain }]
  })
}

/** Dependencies and computation cost gain: without dependencies gains are larger. */
export function gainLostByDependencies(pairs: readonly PagePair[]): Judged | null {
  return middleOf(pairs.map(({ dependent, flat }) => Math.log(flat / dependent)))
}
