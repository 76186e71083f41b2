import { labCdf as LAB_CDF } from '../../../figures/distributions.ts'
import { integer } from '../../../figures/quantity.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { LabCdf, LabRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { ecdfChart } from '../../charts/ecdf.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import { figureTable } from '../../figure/figure-table.ts'
import type { ViewContext } from '../view.ts'

const ASKED = { metric: 'retransmissions' } as const

/** Shows how many packets loads had to send again, all conditions together; nothing where no packets were captured. */
export function retransmissionsBlock(context: ViewContext, run: LabRunDetail): Child {
  if (run.measured.every(({ metric }) => metric !== ASKED.metric)) return null
  return block({
    ...context,
    what: 'the retransmissions',
    size: 'chart',
    load: () => context.api.get('labCdf', `/lab/runs/${run.id}/cdf`, ASKED),
    show: (answer) => shown(context, run, answer),
  })
}

function shown(context: ViewContext, run: LabRunDetail, answer: LabCdf): Child {
  const arms = answer.rows.filter(({ n }) => n > 0)
  if (arms.length === 0) return null
  if (arms.every(({ zeroShare }) => zeroShare?.value === 1)) {
    const loads = arms.map(({ arm, n }) => `${armLabel(arm)} n = ${integer(n)}`).join(', ')
    return [h('h2', LAB_CDF.title), h('p.note', `No load sent a packet again: ${loads}.`)]
  }
  const words = metricWords(ASKED.metric)
  const { unit } = METRICS[ASKED.metric]
  return figureTable(
    LAB_CDF,
    answer,
    {
      path: `/lab/runs/${run.id}/cdf`,
      query: ASKED,
      fileWords: [ASKED.metric, 'cdf', labRunSource(run).fileWords],
    },
    figure({
      ...context,
      id: 'retransmissions',
      title: `Distribution of ${words} over all conditions`,
      source: labRunSource(run),
      holds: [ASKED.metric, 'cdf'],
      links: dataLinks(`/lab/runs/${run.id}/cdf`, ASKED),
      draw: (options) =>
        ecdfChart(
          {
            metric: words,
            unit,
            arms: arms.map(({ arm, n, leftOut, values }) => ({
              ...{ arm, n, leftOut, samples: null },
              quantiles: values.map((value, index) => ({ p: answer.p[index] ?? 1, value })),
            })),
          },
          options,
        ),
    }),
  )
}
