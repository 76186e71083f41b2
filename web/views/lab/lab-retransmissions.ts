import { count, integer, quantity, share } from '../../../figures/quantity.ts'
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
import { scrollTable } from '../../figure/scroll-table.ts'
import type { ViewContext } from '../view.ts'

const ASKED = { metric: 'retransmissions' } as const

/** How many packets loads had to send again, all conditions together; nothing where no packets were captured. */
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
  const arms = answer.arms.filter(({ n }) => n > 0)
  if (arms.length === 0) return null
  const heading = h('h2', {}, 'Retransmissions')
  if (arms.every(({ zeroShare }) => zeroShare?.share === 1)) {
    const loads = arms.map(({ arm, n }) => `${armLabel(arm)} n = ${integer(n)}`).join(', ')
    return [heading, h('p', { class: 'note' }, `No load sent a packet again: ${loads}.`)]
  }
  const words = metricWords(ASKED.metric)
  const title = `Distribution of ${words} over all conditions`
  const { unit } = METRICS[ASKED.metric]
  return [
    heading,
    h(
      'p',
      { class: 'note' },
      `Packets that a load sent again, both ways, over all loads of ${count(answer.conditions, 'condition')}. The conditions are chosen, so a curve is of this choice.`,
    ),
    figure({
      ...context,
      id: 'retransmissions',
      title,
      source: labRunSource(run),
      site: null,
      holds: [ASKED.metric, 'cdf'],
      links: dataLinks(`/lab/runs/${run.id}/cdf`, ASKED),
      draw: ({ width, standalone }) =>
        ecdfChart(
          {
            metric: words,
            unit,
            arms: arms.map(({ arm, n, leftOut, values }) => ({
              ...{ arm, n, leftOut, samples: null },
              quantiles: values.map((value, index) => ({ p: answer.p[index] ?? 1, value })),
            })),
          },
          { width, standalone, title },
        ),
    }),
    scrollTable(
      'Loads without a retransmission, with 95 % intervals',
      ['protocol', 'n', 'left out', 'without', '95 % interval', 'mean', 'band of the curve'],
      arms.map(({ arm, n, leftOut, zeroShare, mean, band }) => [
        armLabel(arm),
        integer(n),
        integer(leftOut),
        zeroShare === null ? '–' : share(zeroShare.share),
        zeroShare === null ? '–' : `${share(zeroShare.low)} to ${share(zeroShare.high)}`,
        mean === null ? '–' : quantity(mean, unit),
        band === null ? '–' : `± ${share(band)}`,
      ]),
    ),
  ]
}
