import { GOOGLE_MOBILE_PAGES } from '../../lab/pages/google-mobile-pages.ts'
import { GOOGLE_MOBILE_SHAPES, type PageShape } from '../../lab/pages/google-mobile-shapes.ts'
import type { Arm } from '../../model/arm.ts'
import type { LabReplay, ReplayRow } from '../../server/contract/contract.ts'
import type { CellFacts } from './cell-facts.ts'

/** One of the 77 pages with what a lab run measured of it. */
export interface MeasuredPage extends PageShape {
  /** `12-3`: page 3 of site 12. */
  readonly name: string
  readonly baseline: ReplayRow
  /** The other arms, where they have a gain. */
  readonly gains: ReadonlyMap<Arm, GainRow>
  /** Median of the valid loads, by arm; none where packets were not captured. */
  readonly connections: ReadonlyMap<Arm, number>
  /** Wire limit / median page load time of the baseline: what it leaves to gain; null where the limit is unknown. */
  readonly efficiency: number | null
}

export type GainRow = ReplayRow & { readonly gain: number }

/** The pages of the run that have a valid load of the baseline, by site and page. */
export function measuredPages(
  { rows, baseline }: Pick<LabReplay, 'rows' | 'baseline'>,
  factsOf: ReadonlyMap<number, CellFacts>,
): MeasuredPage[] {
  const byPage = Map.groupBy(rows, ({ factors }) => String(factors.page))
  return GOOGLE_MOBILE_SHAPES.flatMap((shape, index): MeasuredPage[] => {
    const ofPage = byPage.get(GOOGLE_MOBILE_PAGES[index] as string) ?? []
    const base = ofPage.find(({ arm, medianMs }) => arm === baseline && medianMs !== null)
    if (base === undefined) return []
    const gains = ofPage.flatMap((row) =>
      row.arm === baseline || row.gain === null ? [] : [[row.arm, { ...row, gain: row.gain }] as const],
    )
    const facts = factsOf.get(base.cell)
    const limitMs = facts?.limitMs.get(baseline)
    return [
      {
        ...shape,
        name: `${shape.site}-${shape.page}`,
        baseline: base,
        gains: new Map(gains),
        connections: facts?.connections ?? new Map(),
        efficiency: limitMs === undefined || base.medianMs === null ? null : limitMs / base.medianMs,
      },
    ]
  })
}

/** By how much the median page load time is shorter than the baseline's, percent; below 0 it is longer. */
export function reductionPercent(gain: number): number {
  return 100 * (1 - 1 / gain)
}
