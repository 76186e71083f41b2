import type { PaperPointRow } from '../../figures/paper-points.ts'
import { pointsOf } from '../../papers/decide/points.ts'
import { DRAWN_FIGURES, type DrawnFigure } from '../../papers/drawn.ts'
import { type DecidingRun, TODAY } from './statement-rows.ts'

/** Points of all figures that have printed values or measured ones. */
export function pointRows(runs: ReadonlyMap<string, DecidingRun>): PaperPointRow[] {
  return DRAWN_FIGURES.flatMap((figure) => rowsOf(figure, runs.get(figure.plan)))
}

function rowsOf(figure: DrawnFigure, run: DecidingRun | undefined): PaperPointRow[] {
  const { entry, x, y, value, valueOfH1, printed } = figure
  const said = { statement: entry, xLabel: x.label, yLabel: y, isLog: x.isLog }
  const lines = [
    ...(valueOfH1 === undefined ? [] : [{ arm: 'h1', value: valueOfH1 } as const]),
    ...(value.of.arm === 'spdy' ? TODAY : (['h1'] as const)).map((arm) => ({ arm, value })),
  ]
  return [
    ...printed.map((point) => ({
      ...said,
      ...{ series: point.series, arm: null, x: point.x, cells: null, rounds: null },
      y: { value: point.y, low: null, high: null },
    })),
    ...lines.flatMap(({ arm, value: of }) =>
      run === undefined
        ? []
        : pointsOf({ ...figure, value: of }, run.plan, arm).map((point) => ({ ...said, arm, ...point })),
    ),
  ]
}
