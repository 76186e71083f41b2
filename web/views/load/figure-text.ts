import { figureNumber } from '../../../figures/quantity.ts'
import { LOAD_BOUNDS } from '../../../model/load-figure-terms.ts'
import type { LoadArm, RepeatedFigure } from '../../../server/contract/contract.ts'

/** `98.2 (95.1–101)`, `≥ 188`; null where it is not known. */
export function figureText(figure: RepeatedFigure | null, divisor = 1): string | null {
  if (figure === null) return null
  const { value, interval, bound } = figure
  if (bound !== null) return `≥ ${figureNumber(value / divisor)}`
  if (interval === null) return figureNumber(value / divisor)
  const { low, high } = interval
  return `${figureNumber(value / divisor)} (${figureNumber(low / divisor)}–${figureNumber(high / divisor)})`
}

/** Explains the marks of lower bounds; none where no figure of these arms is one. */
export function boundRemarks(arms: readonly LoadArm[]): readonly string[] {
  const bounds = arms.flatMap(({ figures }) =>
    Object.values(figures).flatMap((figure) => figure?.bound ?? []),
  )
  if (bounds.length === 0) return []
  const reasons = [...new Set(bounds)].map(
    (bound) => `${LOAD_BOUNDS[bound].short}: ${LOAD_BOUNDS[bound].words}`,
  )
  return [`≥ and an open end: a lower bound, which gets no verdict (${reasons.join('; ')}).`]
}
