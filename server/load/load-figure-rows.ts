import { type CostTime, LOAD_FIGURE_TERMS, type LoadFigureName } from '../../model/load-figure-terms.ts'
import type { LoadedArm } from '../../model/load-second.ts'
import { shortestCostTime } from '../../stats/load/cost-time.ts'
import type { LoadVerdict } from '../../stats/load/load-verdict.ts'

interface FiguredArm<Figure> {
  readonly server: string
  readonly arm: LoadedArm
  readonly costTime: CostTime
  readonly figures: Readonly<Record<LoadFigureName, Figure | null>>
  readonly ratios: Readonly<Record<LoadFigureName, Figure | null>>
  readonly verdicts: Readonly<Record<LoadFigureName, LoadVerdict | null>>
}

/** A figure of a server under an arm, or its ratio to that of the baseline, as a line of a table. */
export interface LoadFigureRow<Figure> {
  readonly server: string
  readonly arm: LoadedArm
  readonly figure: LoadFigureName
  readonly unit: string
  /** Divides what is found to be in `unit`. */
  readonly divisor: number
  readonly found: Figure
  /** Is null for what is no ratio. */
  readonly verdict: LoadVerdict | null
  /** The time that a cost is from, of a ratio the shorter one of the two; null of capacity. */
  readonly costTime: CostTime | null
}

export function loadFigureRows<Figure>(
  arms: readonly FiguredArm<Figure>[],
  baseline: LoadedArm,
): LoadFigureRow<Figure>[] {
  return arms.flatMap(({ server, arm, costTime, figures, ratios, verdicts }) => {
    const compared = arms.find((each) => each.server === server && each.arm === baseline)
    const shorter = shortestCostTime([costTime, ...(compared === undefined ? [] : [compared.costTime])])
    return LOAD_FIGURE_TERMS.flatMap(({ name, unit, divisor, kind }): LoadFigureRow<Figure>[] => {
      const [found, ratio] = [figures[name], ratios[name]]
      const place = { server, arm, figure: name }
      const ofCost = (time: CostTime): CostTime | null => (kind === 'cost' ? time : null)
      const value = { unit, divisor, verdict: null, costTime: ofCost(costTime) }
      const times = { unit: `times ${baseline}`, divisor: 1, costTime: ofCost(shorter ?? costTime) }
      return [
        ...(found === null ? [] : [{ ...place, ...value, found }]),
        ...(ratio === null ? [] : [{ ...place, ...times, found: ratio, verdict: verdicts[name] }]),
      ]
    })
  })
}
