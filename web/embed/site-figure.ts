import { siteCampaignSource } from '../citation/source.ts'
import { idOf } from '../client/address.ts'
import { h, type VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import { type ProbedSite, probedSite } from '../views/site/probed-site.ts'
import { distributionFigure, distributionOf } from '../views/site/site-distribution.ts'
import { gainsFigure } from '../views/site/site-gains.ts'
import type { ViewContext } from '../views/view.ts'

/** A figure of a site in the campaign that its page shows, loaded and drawn as there. */
export function siteFigure(figure: 'gains' | 'cdf', domain: string, context: ViewContext): VNode {
  const { api, query, cite } = context
  return block({
    ...context,
    ...{ what: `the site ${domain}`, size: 'chart' },
    load: () =>
      api.get('site', `/sites/${encodeURIComponent(domain)}`, {
        survey: null,
        campaign: idOf(query, 'campaign'),
      }),
    show: ({ campaigns, campaignId }) => {
      const campaign = campaigns.find((one) => one.campaignId === campaignId)
      if (campaign === undefined)
        return h('p', { class: 'nothing' }, 'No campaign has loaded the page of this site yet.')
      cite(siteCampaignSource(campaign))
      return drawn(figure, probedSite(query, domain, campaign), context)
    },
  })
}

function drawn(figure: 'gains' | 'cdf', probed: ProbedSite, context: ViewContext): VNode {
  const { path, metric, baseline } = probed
  if (figure === 'cdf')
    return block({
      ...context,
      ...{ what: 'the distribution', size: 'chart' },
      load: () => distributionOf(context, probed),
      show: (found) => distributionFigure(context, probed, found),
    })
  return block({
    ...context,
    ...{ what: 'the comparison', size: 'chart' },
    load: () => context.api.get('comparisons', `${path}/comparisons`, { metric, baseline }),
    again: ({ pending }) => pending,
    show: (answer) => gainsFigure(context, probed, answer),
  })
}
