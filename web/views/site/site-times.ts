import { leftOutCount } from '../../../figures/flat-columns.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { Arm, Cdf } from '../../../server/contract/contract.ts'
import { CURVE_QUANTILES, MOST_CURVE_STEPS, SERIES_ROUNDS } from '../../../server/contract/page-sizes.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { ecdfChart } from '../../charts/ecdf.ts'
import { integer, quantity } from '../../charts/quantity.ts'
import { choiceOf, numberOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'
import { samplesSection } from './site-samples.ts'
import { verdicts } from './site-verdicts.ts'

/** How long it took: verdicts, distribution, quantiles, samples. */
export function timesSection(context: ViewContext, probed: ProbedSite): Child {
  const { api } = context
  const { path, metric, baseline } = probed
  return [
    h('h2', {}, METRICS[metric].label),
    block({
      ...context,
      what: 'the comparison',
      size: 'small',
      load: () => api.get('comparisons', `${path}/comparisons`, { metric, baseline }),
      again: (answer) => answer.pending,
      show: (answer) => verdicts(answer),
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

interface Distribution {
  readonly cdf: Cdf
  /** All samples of the arms that have few, ascending. */
  readonly samples: ReadonlyMap<Arm, readonly number[]>
}

/** With as many quantiles as samples, the quantiles are the samples themselves. */
async function distributionOf({ api }: ViewContext, { path, metric }: ProbedSite): Promise<Distribution> {
  const cdf = await api.get('cdf', `${path}/cdf`, { metric, points: CURVE_QUANTILES })
  const few = cdf.arms.filter(({ n }) => n >= 2 && n <= MOST_CURVE_STEPS)
  const samples = new Map<Arm, readonly number[]>()
  for (const points of new Set(few.map(({ n }) => n))) {
    const exact = await api.get('cdf', `${path}/cdf`, { metric, points })
    for (const { arm, n, values } of exact.arms) {
      if (n === points && values.length === n) samples.set(arm, values)
    }
  }
  return { cdf, samples }
}

function distribution(
  context: ViewContext,
  probed: ProbedSite,
  { cdf, samples: exact }: Distribution,
): Child {
  const { query, go } = context
  const scale = choiceOf(query, 'scale', ['linear', 'log'] as const, 'linear')
  const { unit } = METRICS[probed.metric]
  const words = metricWords(probed.metric)
  const title = `Distribution of ${words}`
  return [
    controls(
      'Axis of the distribution',
      select({
        id: 'scale',
        label: 'axis',
        value: scale,
        options: [
          { value: 'linear', label: 'linear' },
          { value: 'log', label: 'logarithmic' },
        ],
        choose: (value) => go({ scale: value === 'linear' ? null : value }),
      }),
    ),
    h(
      'div',
      { class: 'figure-and-side' },
      figure({
        ...context,
        id: 'cdf',
        title,
        source: probed.source,
        site: probed.domain,
        holds: [metricInFileName(probed.metric), 'cdf'],
        links: dataLinks(`${probed.path}/cdf`, { metric: probed.metric }),
        draw: ({ width, standalone }) =>
          ecdfChart(
            {
              metric: words,
              unit,
              arms: cdf.arms.map((arm) => ({
                arm: arm.arm,
                n: arm.n,
                leftOut: leftOutCount(arm.leftOut),
                quantiles: arm.values.map((value, i) => ({ p: cdf.p[i] ?? 1, value })),
                samples: exact.get(arm.arm) ?? null,
              })),
            },
            { width, standalone, title, scale },
          ),
      }),
      quantileTable(cdf, words, unit),
    ),
  ]
}

function quantileTable(cdf: Cdf, words: string, unit: string): VNode {
  const shares = cdf.arms.find((arm) => arm.table.length > 0)?.table.map(({ p }) => p) ?? []
  type ArmOf = Cdf['arms'][number]
  const row = (name: string, cell: (arm: ArmOf) => string) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, name),
      cdf.arms.map((arm) => h('td', { class: 'number' }, cell(arm))),
    )
  const value = (number: number | null | undefined) =>
    number === null || number === undefined ? '–' : quantity(number, unit)
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Quantiles' },
    h(
      'table',
      { class: 'data' },
      h('caption', {}, `Quantiles of ${words}`),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'share'),
          cdf.arms.map(({ arm }) =>
            h('th', { scope: 'col', class: `number ${armClass(arm)}` }, armLabel(arm)),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        row('least', (arm) => value(arm.min)),
        shares.map((p) =>
          row(`${100 * p} %`, (arm) => value(arm.table.find((entry) => entry.p === p)?.value)),
        ),
        row('most', (arm) => value(arm.max)),
        row('n', (arm) => integer(arm.n)),
        row('left out', (arm) => integer(leftOutCount(arm.leftOut))),
      ),
    ),
  )
}
