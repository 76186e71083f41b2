import type { Arm } from '../../../model/arm.ts'
import type { CompositionMetric } from '../../../model/composition-metrics.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { METRICS } from '../../../model/metrics.ts'
import { siteCurvesChart } from '../../charts/site-curves.ts'
import { campaignSource } from '../../citation/source.ts'
import { choiceOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { DRAWN_METRICS, type PagesData } from './page-data.ts'
import { publishedCurves } from './published-curve.ts'

const TITLES: Readonly<Record<(typeof DRAWN_METRICS)[number], string>> = {
  domains: 'Hosts of a page',
  requests: 'Requests of a page',
  har_bytes: 'Bytes of a page',
  connections: 'Connections of a page',
  share_top1: 'Share of the largest host',
  servers: 'Server addresses of a page',
}

/** A distribution over sites of each property, beside those that the papers printed. */
export function pageFigures(context: ViewContext, data: PagesData): VNode {
  return h(
    'div.columns',
    DRAWN_METRICS.map((metric) => distribution(context, data, metric, TITLES[metric])),
  )
}

type AxisScale = 'linear' | 'log'

export function axisScale(query: URLSearchParams): AxisScale {
  return choiceOf(query, 'scale', ['log', 'linear'] as const, 'log')
}

function distribution(
  context: ViewContext,
  { campaign, cdfs, arm, arms }: PagesData,
  metric: CompositionMetric,
  title: string,
): VNode {
  const { unit } = METRICS[metric]
  // Only the number of connections is the protocol's doing; the rest would be the same curve again.
  const drawn: readonly Arm[] = metric === 'connections' ? arms : [arm]
  const curves = (cdfs.get(metric)?.arms ?? [])
    .filter((curve) => curve.n > 0 && drawn.includes(curve.arm))
    .map((curve) => ({
      ...{ arm: curve.arm, n: curve.n, without: curve.without, median: curve.median ?? 0 },
      steps: curve.steps.map(({ value, share }) => ({ value, p: share })),
      bandHalfWidth: curve.arm === arm ? curve.bandHalfWidth : null,
    }))
  return figure({
    ...context,
    source: campaignSource(campaign),
    holds: [metricInFileName(metric), 'over-sites'],
    id: `pages-${metric.replaceAll('_', '-')}`,
    title,
    links: dataLinks(`/campaigns/${campaign.id}/composition/cdf`, { metric }),
    draw: (options) =>
      siteCurvesChart(
        {
          ...{ metric: metricWords(metric), unit, curves, sites: campaign.sites },
          references: publishedCurves(metric),
        },
        { ...options, scale: unit === 'fraction' ? 'linear' : axisScale(context.query) },
      ),
  })
}
