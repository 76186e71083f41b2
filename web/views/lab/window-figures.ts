import { factorText } from '../../../figures/factor-terms.ts'
import { count } from '../../../figures/quantity.ts'
import type { LabInitialWindow, LabRunDetail } from '../../../server/contract/contract.ts'
import { windowGainChart } from '../../charts/window-gain.ts'
import type { WindowCurve, WindowGainData } from '../../charts/window-gain-data.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { factorsWords, PAGE_FACTORS } from './lab-factors.ts'

type Row = LabInitialWindow['rows'][number]
type Factors = Row['factors']

/** Figures that can be looked at together; of further conditions the table has the gains. */
const MOST_FIGURES = 6

/** A figure for each link that files were loaded over: gain over the size of the file. `rows` are of one pair of windows. */
export function windowFigures(
  context: ViewContext,
  run: LabRunDetail,
  answer: LabInitialWindow,
  rows: readonly Row[],
): Child {
  const varied = run.factors
    .filter(({ name, values }) => values.length > 1 && name !== 'initcwnd' && !PAGE_FACTORS.includes(name))
    .map(({ name }) => name)
  const files = rows.filter(({ fileBytes }) => fileBytes !== null)
  const conditions = [...Map.groupBy(files, ({ factors }) => conditionKey(factors)).values()].toSorted(
    ([a], [b]) => compareLevels(a?.factors ?? {}, b?.factors ?? {}, varied),
  )
  const more = conditions.length - MOST_FIGURES
  return [
    h(
      'div',
      { class: conditions.length > 1 ? 'columns' : null },
      conditions
        .slice(0, MOST_FIGURES)
        .map((ofCondition, i) => windowFigure(context, run, answer, ofCondition, varied, i)),
    ),
    more > 0 ? h('p.note', `${count(more, 'further condition')} in the table without a figure.`) : null,
  ]
}

function windowFigure(
  context: ViewContext,
  run: LabRunDetail,
  answer: LabInitialWindow,
  rows: readonly Row[],
  varied: readonly string[],
  index: number,
): VNode {
  const [{ factors = {}, smallWindow = 0, largeWindow = 0 } = {}] = rows
  const condition = factorsWords(withoutPage(factors), varied)
  const levels = varied.map((name) => `${name}-${factorText(factors[name] ?? null)}`)
  return figure({
    ...context,
    id: `initial-window-${index + 1}`,
    title: `Gain of an initial window of ${largeWindow} over ${smallWindow}${condition === '' ? '' : `, ${condition}`}`,
    source: labRunSource(run),
    holds: ['initial-window', `${largeWindow}-over-${smallWindow}`, ...levels],
    links: dataLinks(`/lab/runs/${run.id}/initial-window`, {}),
    draw: (options) => windowGainChart(chartData(answer, rows), options),
  })
}

function chartData({ curves, curveBytes, needed }: LabInitialWindow, rows: readonly Row[]): WindowGainData {
  const [{ factors = {}, smallWindow = 0, largeWindow = 0 } = {}] = rows
  const key = conditionKey(factors)
  const arms = new Set(rows.map(({ arm }) => arm))
  const ofCondition = curves.filter(
    (curve) =>
      conditionKey(curve.factors) === key &&
      curve.smallWindow === smallWindow &&
      curve.largeWindow === largeWindow &&
      arms.has(curve.arm),
  )
  const alike = Map.groupBy(ofCondition, ({ gains }) => JSON.stringify(gains))
  const points = rows.flatMap((row) =>
    row.gain === null || row.fileBytes === null
      ? []
      : [
          {
            ...{ arm: row.arm, fileBytes: row.fileBytes, gain: row.gain.value, n: row.n },
            interval:
              row.gain.low === null || row.gain.high === null
                ? null
                : ([row.gain.low, row.gain.high] as const),
            expected: row.expectedGain,
          },
        ],
  )
  return {
    ...{ smallWindow, largeWindow, needed, points, missing: rows.length - points.length },
    curves: [...alike.values()].map(
      (same): WindowCurve => ({
        arms: same.map(({ arm }) => arm),
        points: curveBytes.map((fileBytes, i) => ({ fileBytes, gain: same[0]?.gains[i] ?? 1 })),
      }),
    ),
  }
}

function conditionKey(factors: Factors): string {
  return JSON.stringify(Object.entries(withoutPage(factors)).sort())
}

function withoutPage(factors: Factors): Factors {
  return Object.fromEntries(Object.entries(factors).filter(([name]) => !PAGE_FACTORS.includes(name)))
}

function compareLevels(a: Factors, b: Factors, names: readonly string[]): number {
  for (const name of names) {
    const [left, right] = [a[name] ?? null, b[name] ?? null]
    if (left === right) continue
    if (typeof left === 'number' && typeof right === 'number') return left - right
    return factorText(left) < factorText(right) ? -1 : 1
  }
  return 0
}
