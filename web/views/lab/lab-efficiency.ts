import { efficiency } from '../../../figures/efficiency.ts'
import { ARM_NAMES } from '../../../model/arm.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { DEFAULT_METRIC } from '../../../model/metrics.ts'
import type { Efficiency, LabRunDetail } from '../../../server/contract/contract.ts'
import { efficiencyDotsChart } from '../../charts/efficiency-dots.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { cellWords } from './lab-conditions.ts'

/** The wire limit is that of a page load, so only page load times are held against it. */
const ASKED = { metric: DEFAULT_METRIC }
/** Words in names of files. */
const EFFICIENCY = [metricInFileName(DEFAULT_METRIC), 'efficiency']

/** Says how near the loads came to what the wire allows; nothing where no condition has a limit. */
export function efficiencyBlock(context: ViewContext, run: LabRunDetail): Child {
  if (run.cellsList.every(({ wireLimitMs }) => wireLimitMs === null)) return null
  const path = `/lab/runs/${run.id}/efficiency` as const
  return block({
    ...context,
    what: 'the efficiency',
    size: 'chart',
    load: () => context.api.get('efficiency', path, ASKED),
    show: (answer) =>
      answer.rows.length === 0 ? null : [h('h2', efficiency.title), efficiencyFigure(context, run, answer)],
  })
}

function efficiencyFigure(context: ViewContext, run: LabRunDetail, { rows, metric }: Efficiency): VNode {
  return figure({
    ...context,
    id: 'efficiency',
    title: 'Efficiency by protocol',
    source: labRunSource(run),
    holds: EFFICIENCY,
    links: dataLinks(`/lab/runs/${run.id}/efficiency`, ASKED),
    draw: (options) =>
      efficiencyDotsChart(
        {
          metric: metricWords(metric),
          arms: ARM_NAMES.map((arm) => rows.filter((row) => row.arm === arm)).flatMap((loads) => {
            const [first] = loads
            if (first === undefined) return []
            const conditions = loads.map((row) => ({ ...row, label: cellWords(run, row) }))
            return [{ arm: first.arm, conditions, leftOut: run.cells - loads.length }]
          }),
        },
        options,
      ),
  })
}
