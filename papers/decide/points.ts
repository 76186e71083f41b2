import type { Arm } from '../../model/arm.ts'
import { singleFileBytes } from '../../model/lab-page-name.ts'
import type { DrawnFigure } from '../drawn.ts'
import { isAt } from './cell-figures.ts'
import type { MeasuredPlan } from './decide.ts'
import { summarise } from './summarise.ts'
import type { Estimate } from './verdict.ts'

export interface Point {
  readonly series: string
  readonly x: number
  readonly y: Estimate
  readonly cells: number
  readonly rounds: number
}

/** The measured points of a drawn figure under one protocol, by series and x. */
export function pointsOf(figure: DrawnFigure, plan: MeasuredPlan, spdy: Arm): Point[] {
  const { value, metric, x, series } = figure
  return series.flatMap(({ name, where, metric: other = metric }) => {
    const own = plan.figures(value, other, spdy).filter(({ factors }) => isAt(factors, where))
    const byX = Map.groupBy(own, ({ factors }) => placeOf(factors[x.factor]))
    return [...byX]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([at, some]): Point[] => {
        const y = Number.isFinite(at) ? summarise(some, { is: 'mean' }, plan) : null
        if (y === null) return []
        const rounds = some.reduce((sum, one) => sum + one.rounds, 0)
        return [{ series: name, x: at, y, cells: some.length, rounds }]
      })
  })
}

/** A page that is one file stands at its size. */
const placeOf = (level: unknown): number =>
  typeof level === 'string' ? (singleFileBytes(level) ?? Number.NaN) : Number(level)
