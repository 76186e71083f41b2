import { leftOutCount } from '../../../figures/column.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { Arm, Cdf } from '../../../server/contract/contract.ts'
import { CURVE_QUANTILES, MOST_CURVE_STEPS } from '../../../server/contract/page-sizes.ts'
import { ecdfChart } from '../../charts/ecdf.ts'
import { choiceOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import type { VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'

import type { ProbedSite } from './probed-site.ts'

export interface Distribution {
  readonly cdf: Cdf
  /** All samples of the arms that have few, ascending. */
  readonly samples: ReadonlyMap<Arm, readonly number[]>
}

/** Reads the curves; as many quantiles as samples are the samples themselves. */
export async function distributionOf(
  { api }: Pick<ViewContext, 'api'>,
  { path, metric }: ProbedSite,
): Promise<Distribution> {
  const cdf = await api.get('cdf', `${path}/cdf`, { metric, points: CURVE_QUANTILES })
  const few = cdf.rows.filter(({ n }) => n >= 2 && n <= MOST_CURVE_STEPS)
  const samples = new Map<Arm, readonly number[]>()
  for (const points of new Set(few.map(({ n }) => n))) {
    const exact = await api.get('cdf', `${path}/cdf`, { metric, points })
    for (const { arm, n, values } of exact.rows) {
      if (n === points && values.length === n) samples.set(arm, values)
    }
  }
  return { cdf, samples }
}

export function scaleOf(query: URLSearchParams): 'linear' | 'log' {
  return choiceOf(query, 'scale', ['linear', 'log'] as const, 'linear')
}

/** The share of loads by what they took, a curve an arm. */
export function distributionFigure(
  context: ViewContext,
  { domain, source, metric, path, campaignId }: ProbedSite,
  { cdf, samples }: Distribution,
): VNode {
  const words = metricWords(metric)
  const scale = scaleOf(context.query)
  return figure({
    ...context,
    ...{ id: 'cdf', title: `Distribution of ${words}`, source, site: domain },
    holds: [metricInFileName(metric), 'cdf'],
    embed: {
      ...{ figure: 'cdf', site: domain },
      choices: { metric, campaign: String(campaignId), scale: scale === 'log' ? scale : null },
    },
    links: dataLinks(`${path}/cdf`, { metric }),
    draw: (options) =>
      ecdfChart(
        {
          metric: words,
          unit: METRICS[metric].unit,
          arms: cdf.rows.map((arm) => ({
            arm: arm.arm,
            n: arm.n,
            leftOut: leftOutCount(arm.leftOut),
            quantiles: arm.values.map((value, i) => ({ p: cdf.p[i] ?? 1, value })),
            samples: samples.get(arm.arm) ?? null,
          })),
        },
        { ...options, scale },
      ),
  })
}
