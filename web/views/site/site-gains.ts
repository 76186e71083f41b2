import { leftOutCount } from '../../../figures/column.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import type { Comparisons } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { gainDotsChart } from '../../charts/gain-dots.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import type { VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'

import type { ProbedSite } from './probed-site.ts'

/** Draws what each arm gained, as a picture of the sentences on the site's page. */
export function gainsFigure(
  context: ViewContext,
  { domain, source, metric, baseline, path }: ProbedSite,
  { rows }: Comparisons,
): VNode {
  const measure = `gain over ${armLabel(baseline)} in ${metricWords(metric)}`
  return figure({
    ...context,
    ...{
      id: 'gains',
      title: `Gain over ${armLabel(baseline)} in ${metricWords(metric)}`,
      source,
      site: domain,
    },
    holds: [metricInFileName(metric), 'gains'],
    links: dataLinks(`${path}/comparisons`, { metric, baseline }),
    draw: (options) =>
      gainDotsChart(
        {
          ...{ measure, each: 'protocol' },
          rows: rows.flatMap(({ arm, gain, gainInterval, verdict, n, leftOut, pending }) =>
            pending
              ? []
              : [
                  {
                    ...{ name: armLabel(arm), gain, verdict, n, leftOut: leftOutCount(leftOut) },
                    interval: gainInterval === null ? null : ([gainInterval.low, gainInterval.high] as const),
                  },
                ],
          ),
        },
        options,
      ),
  })
}
