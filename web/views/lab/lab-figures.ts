import type { Heatmap, LabRun, Lines } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { factorLinesChart } from '../../charts/factor-lines.ts'
import { heatmapChart } from '../../charts/heatmap.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { factorLabel, factorText } from './factor-terms.ts'
import type { LabChoices } from './lab-choices.ts'

/** Gains over two factors as a heat map, and over one as lines. */
export function labFigures(context: ViewContext, run: LabRun, choices: LabChoices): Child {
  const { api } = context
  const { x, y, arm, baseline, metric, fixed } = choices
  if (x === null) {
    return h(
      'p',
      { class: 'nothing' },
      'This run varied nothing, so there is no heat map and no line to draw.',
    )
  }
  const linesAsked = { x, metric, baseline, ...fixed }
  const heatAsked = { x, y, arm, metric, baseline, ...fixed }
  return h(
    'div',
    { class: y === null ? null : 'columns' },
    y === null
      ? null
      : block({
          ...context,
          what: 'the heat map',
          size: 'chart',
          load: () => api.get('heatmap', `/lab/runs/${run.id}/heatmap`, heatAsked),
          again: ({ cells }) => cells.some(({ pending }) => pending > 0),
          show: (answer) => heatmap(context, run, choices, answer, heatAsked),
        }),
    block({
      ...context,
      what: 'the lines',
      size: 'chart',
      load: () => api.get('lines', `/lab/runs/${run.id}/lines`, linesAsked),
      again: ({ lines }) => lines.some(({ points }) => points.some(({ pending }) => pending > 0)),
      show: (answer) => lines(context, run, choices, answer, linesAsked),
    }),
  )
}

type Asked = Readonly<Record<string, string | null>>

function heatmap(
  { signal }: ViewContext,
  run: LabRun,
  choices: LabChoices,
  answer: Heatmap,
  asked: Asked,
): VNode {
  const title = `Gain of ${armLabel(choices.arm)} over ${armLabel(choices.baseline)}`
  return figure({
    id: 'heatmap',
    title,
    links: dataLinks(`/lab/runs/${run.id}/heatmap`, asked),
    signal,
    draw: ({ width, standalone }) =>
      heatmapChart(
        {
          measure: `gain in ${metricWords(choices.metric)}`,
          xLabel: factorLabel(answer.x),
          yLabel: factorLabel(answer.y),
          xs: answer.xs.map(factorText),
          ys: answer.ys.map(factorText),
          cells: answer.cells.map((cell) => ({
            x: factorText(cell.x),
            y: factorText(cell.y),
            gain: cell.gain,
            interval: cell.gainInterval === null ? null : [cell.gainInterval.low, cell.gainInterval.high],
            verdict: cell.verdict,
            conditions: cell.conditions,
            n: cell.n,
          })),
        },
        { width, standalone, title },
      ),
  })
}

function lines(
  { signal }: ViewContext,
  run: LabRun,
  choices: LabChoices,
  answer: Lines,
  asked: Asked,
): VNode {
  const label = factorLabel(answer.x)
  const title = `Gain over ${armLabel(choices.baseline)} by ${label}`
  return figure({
    id: 'lines',
    title,
    links: dataLinks(`/lab/runs/${run.id}/lines`, asked),
    signal,
    draw: ({ width, standalone }) =>
      factorLinesChart(
        {
          measure: `gain in ${metricWords(choices.metric)}`,
          xLabel: label,
          xs: answer.xs.map(factorText),
          lines: answer.lines
            .filter(({ arm }) => arm !== choices.baseline)
            .map(({ arm, points }) => ({
              arm,
              points: points.map((point) => ({
                x: factorText(point.x),
                gain: point.gain,
                interval:
                  point.gainInterval === null ? null : [point.gainInterval.low, point.gainInterval.high],
                conditions: point.conditions,
                n: point.n,
              })),
            })),
        },
        { width, standalone, title },
      ),
  })
}
