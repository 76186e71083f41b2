import { siteVantages as SITE_VANTAGES } from '../../../figures/site-gains.ts'
import type { SiteDetail, SiteVantages } from '../../../server/contract/contract.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figureTable } from '../../figure/figure-table.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** Shows what each arm gained from each vantage point; nothing where campaigns loaded the page from one alone. */
export function vantageGains(
  context: ViewContext,
  { campaigns }: SiteDetail,
  { domain, campaignId, metric, baseline }: ProbedSite,
): Child {
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  if (new Set(live.map(({ vantage }) => vantage)).size < 2) return null
  const query = { metric, baseline, campaign: campaignId }
  return block({
    ...context,
    what: 'the gains from each vantage point',
    size: 'small',
    load: () => context.api.get('siteVantages', `/sites/${encodeURIComponent(domain)}/vantages`, query),
    again: ({ pending }) => pending,
    show: (answer) => vantageGainTable(answer, campaignId),
  })
}

/** Nothing where no two vantage points are comparable. */
function vantageGainTable(answer: SiteVantages, campaign: number): Child {
  const { domain, metric, baseline, rows } = answer
  if (new Set(rows.map(({ vantage }) => vantage)).size < 2) return null
  return h(
    'section',
    { id: 'vantage-gains' },
    figureTable(SITE_VANTAGES, answer, {
      path: `/sites/${encodeURIComponent(domain)}/vantages`,
      query: { metric, baseline, campaign },
      fileWords: [domain, 'gains-by-vantage'],
    }),
  )
}
