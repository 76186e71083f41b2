import { leftOutCount } from '../../../figures/column.ts'
import { integer, quantity } from '../../../figures/quantity.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { Cdf } from '../../../server/contract/contract.ts'
import { CURVE_QUANTILES, SERIES_ROUNDS } from '../../../server/contract/page-sizes.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { numberOf } from '../../client/address.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { scrolling, tableOf } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { embedCode } from '../../figure/embed-code.ts'
import { choice, controls } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'
import { type Distribution, distributionFigure, distributionOf, scaleOf } from './site-distribution.ts'
import { samplesSection } from './site-samples.ts'
import { verdicts } from './site-verdicts.ts'

/** Shows how long loads took: verdicts, distribution, quantiles, samples. */
export function timesSection(context: ViewContext, probed: ProbedSite): Child {
  const { api } = context
  const { path, metric, baseline } = probed
  return [
    h('h2', METRICS[metric].label),
    block({
      ...context,
      what: 'the comparison',
      size: 'small',
      load: () => api.get('comparisons', `${path}/comparisons`, { metric, baseline }),
      again: (answer) => answer.pending,
      show: (answer) => [
        verdicts(answer),
        embedCode(
          {
            ...{ figure: 'gains', site: probed.domain },
            choices: { metric, baseline, campaign: String(probed.campaignId) },
          },
          { title: `Gain in ${metricWords(metric)}`, permalink: context.permalink() },
        ),
      ],
    }),
    block({
      ...context,
      what: 'the distribution',
      size: 'chart',
      load: () => distributionOf(context, probed),
      show: (found) => distribution(context, probed, found),
    }),
    block({
      ...context,
      what: 'the samples',
      size: 'chart',
      load: async () => ({
        series: await api.get('series', `${path}/series`, {
          metric,
          from: numberOf(context.query, 'from', 0),
          rounds: SERIES_ROUNDS,
        }),
        cdf: await api.get('cdf', `${path}/cdf`, { metric, points: CURVE_QUANTILES }),
      }),
      show: ({ series, cdf }) => samplesSection(context, probed, series, cdf),
    }),
  ]
}

function distribution(context: ViewContext, probed: ProbedSite, { cdf, samples }: Distribution): Child {
  const { go } = context
  const scale = scaleOf(context.query)
  const { unit } = METRICS[probed.metric]
  return [
    controls(
      'Axis of the distribution',
      choice(go, 'scale', 'axis', scale, { linear: 'linear', log: 'logarithmic' }),
    ),
    h(
      'div.figure-and-side',
      distributionFigure(context, probed, { cdf, samples }),
      quantileTable(cdf, metricWords(probed.metric), unit),
    ),
  ]
}

const QUANTILES = ['p05', 'p25', 'p50', 'p75', 'p90', 'p95', 'p99'] as const

function quantileTable(cdf: Cdf, words: string, unit: string): VNode {
  type ArmOf = Cdf['rows'][number]
  const row = (name: string, cell: (arm: ArmOf) => string) =>
    h(
      'tr',
      h('th', { scope: 'row' }, name),
      cdf.rows.map((arm) => h('td.number', cell(arm))),
    )
  const value = (number: number | null) => (number === null ? '–' : quantity(number, unit))
  return scrolling(
    'Quantiles',
    tableOf(
      'table.data',
      `Quantiles of ${words}`,
      [
        h('th', { scope: 'col' }, 'share'),
        cdf.rows.map(({ arm }) => h('th', { scope: 'col', class: `number ${armClass(arm)}` }, armLabel(arm))),
      ],
      [
        row('least', (arm) => value(arm.min)),
        QUANTILES.map((name) => row(`${Number(name.slice(1))} %`, (arm) => value(arm[name]))),
        row('most', (arm) => value(arm.max)),
        row('n', (arm) => integer(arm.n)),
        row('left out', (arm) => integer(leftOutCount(arm.leftOut))),
      ],
    ),
  )
}
