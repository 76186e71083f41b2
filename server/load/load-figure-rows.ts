import { LOAD_FIGURE_TERMS, type LoadFigureName } from '../../model/load-figure-terms.ts'
import type { LoadProtocol } from '../../model/load-second.ts'
import type { LoadVerdict } from '../../stats/load/load-verdict.ts'

/** A server under an arm, as it was computed or as it is answered. */
interface FiguredArm<Figure> {
  readonly server: string
  readonly arm: LoadProtocol
  readonly figures: Readonly<Record<LoadFigureName, Figure | null>>
  readonly ratios: Readonly<Record<LoadFigureName, Figure | null>>
  readonly verdicts: Readonly<Record<LoadFigureName, LoadVerdict | null>>
}

/** A figure of a server under an arm, or its ratio to that of the baseline, as a line of a table. */
export interface LoadFigureRow<Figure> {
  readonly server: string
  readonly arm: LoadProtocol
  readonly figure: LoadFigureName
  readonly unit: string
  /** What is found is divided by this to be in `unit`. */
  readonly divisor: number
  readonly found: Figure
  /** Null of what is no ratio. */
  readonly verdict: LoadVerdict | null
}

/** Figures and ratios that are known, by server, arm and figure. */
export function loadFigureRows<Figure>(
  arms: readonly FiguredArm<Figure>[],
  baseline: LoadProtocol,
): LoadFigureRow<Figure>[] {
  return arms.flatMap(({ server, arm, figures, ratios, verdicts }) =>
    LOAD_FIGURE_TERMS.flatMap(({ name, unit, divisor }): LoadFigureRow<Figure>[] => {
      const [found, ratio] = [figures[name], ratios[name]]
      const place = { server, arm, figure: name }
      return [
        ...(found === null ? [] : [{ ...place, unit, divisor, found, verdict: null }]),
        ...(ratio === null
          ? []
          : [{ ...place, unit: `times ${baseline}`, divisor: 1, found: ratio, verdict: verdicts[name] }]),
      ]
    }),
  )
}
