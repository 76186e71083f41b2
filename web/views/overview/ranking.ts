import { count, integer } from '../../../figures/quantity.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { ratioText } from '../../../model/ratio-text.ts'
import type { Ranking } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { gainDotsChart } from '../../charts/gain-dots.ts'
import { campaignSource } from '../../citation/source.ts'
import { sitePath } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import { armSelect, type ComparedArms, comparedOf } from '../controls/comparison-selects.ts'
import { controls } from '../controls/controls.ts'
import { shownCampaign } from '../shown-data.ts'
import type { ViewContext } from '../view.ts'

/** Sites drawn at each end, where there are more than twice as many. */
const ENDS = 20

export function rankingSection(context: ViewContext): VNode {
  const { api, query } = context
  const compared = comparedOf(query)
  return h(
    'section',
    { 'aria-labelledby': 'ranking-heading' },
    h('h2', { id: 'ranking-heading' }, 'Sites by gain'),
    block({
      ...context,
      what: 'the ranking of sites',
      size: 'chart',
      load: async () => {
        const campaign = (await shownCampaign(context))?.run.id ?? null
        return api.get('ranking', '/ranking', { ...compared, campaign })
      },
      again: (ranking) => ranking.pending > 0,
      show: (ranking) => show(context, ranking, compared),
    }),
  )
}

function show(context: ViewContext, ranking: Ranking, { metric, arm, baseline }: ComparedArms): Child {
  const many = ranking.rows.length > 2 * ENDS
  const rows = many ? [...ranking.rows.slice(0, ENDS), ...ranking.rows.slice(-ENDS)] : ranking.rows
  const measure = `gain of ${armLabel(arm)} over ${armLabel(baseline)} in ${metricWords(metric)}`
  return [
    ranking.campaign === null
      ? null
      : controls('Whose gain', armSelect(context.go, { metric, arm, baseline }, ranking.campaign.arms)),
    h('p.finding', finding(ranking, measure)),
    ranking.campaign === null
      ? null
      : figure({
          ...context,
          id: 'ranking',
          title: `Sites by gain${many ? `: the ${ENDS} largest and the ${ENDS} smallest of ${integer(ranking.rows.length)}` : ''}`,
          source: campaignSource(ranking.campaign),
          holds: [metricInFileName(metric), `${arm}-over-${baseline}`, 'ranking'],
          links: dataLinks('/ranking', {
            metric: ranking.metric,
            arm,
            baseline,
            campaign: ranking.campaignId,
          }),
          draw: (options) =>
            gainDotsChart(
              {
                measure,
                rows: rows.map((row) => ({
                  name: row.domain,
                  gain: row.gain,
                  interval: row.gainInterval === null ? null : [row.gainInterval.low, row.gainInterval.high],
                  verdict: row.verdict,
                  n: row.n,
                  leftOut: null,
                  href: sitePath(row.domain),
                })),
              },
              options,
            ),
        }),
    rows.length === 0
      ? null
      : h(
          'details.more',
          h('summary', 'Pages of these sites'),
          h(
            'ul.names',
            rows.map((row) => h('li', h('a', { href: sitePath(row.domain) }, row.domain))),
          ),
        ),
  ]
}

function finding(ranking: Ranking, measure: string): string {
  const { summary } = ranking
  const waiting = ranking.pending === 0 ? '' : ` Still being computed: ${count(ranking.pending, 'site')}.`
  if (summary === null) return `No site has rounds of both arms, so there is no ${measure}.${waiting}`
  const without =
    ranking.withoutPairs === 0
      ? ''
      : ` Left out, for they have no round with both arms: ${count(ranking.withoutPairs, 'site')}.`
  return `Of ${count(summary.n, 'site')}: ${integer(summary.faster)} faster, ${integer(summary.slower)} slower, ${integer(summary.noDifference)} with no difference shown${summary.tooFewRounds === 0 ? '' : `, ${integer(summary.tooFewRounds)} with too few rounds`}. The geometric mean of the gains is ${ratioText(summary.geometricMean)}.${without}${waiting}`
}
