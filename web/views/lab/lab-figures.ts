import { count } from '../../../figures/quantity.ts'
import { ARM_NAMES } from '../../../model/arm.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { ofOneServer } from '../../../model/server-code.ts'
import type { LabGains, LabRun } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type FactorPoint, factorLinesChart } from '../../charts/factor-lines.ts'
import { heatmapChart } from '../../charts/heatmap.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { arrangementControls, type LabArrangement, labArrangement, shownRows } from './lab-arrangement.ts'
import type { LabChoices } from './lab-choices.ts'
import { type GainRow, levelKey } from './lab-factors.ts'
import { labFinding } from './lab-finding.ts'
import { heatmapData } from './lab-heatmap.ts'
import { geometricMean, labScale } from './lab-scale.ts'

/** Shows the conditions: in a sentence, each page and condition by itself, and over one of them as lines. */
export function labFigures(context: ViewContext, run: LabRun, choices: LabChoices): VNode {
  const { metric, baseline } = choices
  const asked = { metric, baseline }
  return block({
    ...context,
    what: 'the gains',
    size: 'chart',
    load: () => context.api.get('labGains', `/lab/runs/${run.id}/gains`, asked),
    again: ({ rows }) => rows.some(({ pending }) => pending),
    show: (answer) => shown(context, run, choices, answer),
  })
}

function shown(context: ViewContext, run: LabRun, choices: LabChoices, answer: LabGains): Child {
  const ofArm = answer.rows.filter(({ arm }) => arm === choices.arm)
  const arrangement = labArrangement(context.query, ofArm)
  const rows = shownRows(arrangement, ofArm)
  const scale = labScale(answer, choices, rows)
  const finding = labFinding(rows, arrangement.factors, scale, choices)
  const links = dataLinks(`/lab/runs/${run.id}/gains`, { metric: choices.metric, baseline: choices.baseline })
  if (arrangement.x !== null) context.pin({ x: arrangement.x.name })
  const heatmap = heatmapData(rows, arrangement, scale)
  const pending = ofArm.filter((row) => row.pending).length
  if (pending > 0) return h('p.lede', `${count(pending, 'condition')} being compared …`)
  return [
    h('p.lede.finding', h('strong', finding.headline)),
    finding.support === '' ? null : h('p.note', [finding.support, ofOneServer(answer.rows)].join(' ').trim()),
    arrangementControls(context, arrangement),
    h(
      'div',
      { class: heatmap.columns.length <= 4 ? 'columns' : null },
      figure({
        ...context,
        id: 'heatmap',
        title: scale.title,
        source: labRunSource(run),
        holds: [metricInFileName(choices.metric), `${choices.arm}-over-${choices.baseline}`, 'heatmap'],
        links,
        draw: (options) => heatmapChart(heatmap, options),
      }),
      scale.heat.name === 'gain' ? lines(context, run, choices, answer, arrangement, links) : null,
    ),
  ]
}

/** Gains of every arm over one condition, with all that is shown of the others in one point. */
function lines(
  context: ViewContext,
  run: LabRun,
  { metric, baseline }: LabChoices,
  answer: LabGains,
  arrangement: LabArrangement,
  links: ReturnType<typeof dataLinks>,
): VNode | null {
  const { x } = arrangement
  if (x === null) return null
  const rows = shownRows(arrangement, answer.rows)
  const positions = x.levels.flatMap(({ position }) => (position === null ? [] : [position]))
  return figure({
    ...context,
    id: 'lines',
    title: `Gain over ${armLabel(baseline)} by ${x.label}, pages together`,
    source: labRunSource(run),
    holds: [metricInFileName(metric), `over-${baseline}`, 'lines'],
    links,
    draw: (options) =>
      factorLinesChart(
        {
          measure: `gain in ${metricWords(metric)}`,
          xLabel: x.label,
          xs: x.levels.map(({ text }) => text),
          positions: positions.length === x.levels.length ? positions : null,
          lines: ARM_NAMES.filter((arm) => rows.some((row) => row.arm === arm)).map((arm) => ({
            arm,
            points: x.levels.map(({ key, text }) =>
              linePoint(
                text,
                rows.filter((row) => row.arm === arm && levelKey(row, x) === key),
              ),
            ),
          })),
        },
        options,
      ),
  })
}

function linePoint(x: string, rows: readonly GainRow[]): FactorPoint {
  const known = rows.filter(({ gain }) => gain !== null)
  const [only] = known.length === 1 ? known : []
  const limits = only?.gainInterval ?? null
  return {
    x,
    gain: geometricMean(known.map(({ gain }) => gain ?? 1)),
    interval: limits === null ? null : [limits.low, limits.high],
    conditions: known.length,
    n: known.reduce((sum, { n }) => sum + n, 0),
  }
}
