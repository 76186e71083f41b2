import { integer } from '../../../figures/quantity.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { Cdf, Series } from '../../../server/contract/contract.ts'
import { SERIES_ROUNDS } from '../../../server/contract/page-sizes.ts'
import { timeSeriesChart } from '../../charts/time-series.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** Samples over rounds, left-out ones included; long campaigns in parts. */
export function samplesSection(context: ViewContext, probed: ProbedSite, series: Series, cdf: Cdf): Child {
  const { unit } = METRICS[probed.metric]
  const words = metricWords(probed.metric)
  const title = 'Samples, round by round'
  const { fromRound, nextRound } = series
  const rounds = series.rows.map(({ round }) => round)
  const part =
    fromRound === 0 && nextRound === null
      ? ''
      : `, rounds ${integer(fromRound)} to ${integer(Math.max(fromRound, ...rounds))}`
  return [
    figure({
      ...context,
      id: 'series',
      source: probed.source,
      site: probed.domain,
      holds: [metricInFileName(probed.metric), 'series'],
      title: title + part,
      links: dataLinks(`${probed.path}/series`, { metric: probed.metric, from: fromRound }),
      draw: (options) =>
        timeSeriesChart(
          {
            metric: words,
            unit,
            arms: probed.arms.map((arm) => ({
              arm,
              median: cdf.rows.find((other) => other.arm === arm)?.p50 ?? null,
              points: series.rows
                .filter((point) => point.arm === arm)
                .map(({ round, state, value, reason }) => ({
                  round,
                  value: state === 'valid' ? value : null,
                  reason: state === 'valid' && value === null ? 'not measured' : reason,
                })),
            })),
          },
          options,
        ),
    }),
    part === '' ? null : roundsPager(context, fromRound, nextRound),
  ]
}

function roundsPager({ link }: ViewContext, fromRound: number, nextRound: number | null): VNode {
  const to = (id: string, words: string, round: number | null) =>
    round === null
      ? h('span.quiet', words)
      : h('a', { id, href: link({ from: round === 0 ? null : String(round) }) }, words)
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Rounds' },
    to('earlier-rounds', '← earlier rounds', fromRound === 0 ? null : Math.max(0, fromRound - SERIES_ROUNDS)),
    to('later-rounds', 'later rounds →', nextRound),
  )
}
