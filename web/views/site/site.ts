import { ARM_NAMES } from '../../../model/arm.ts'
import type { SiteDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { siteCampaignSource, visitSource } from '../../citation/source.ts'
import { choiceOf, numberOf } from '../../client/address.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { baselineSelect, metricOf, metricSelect } from '../controls/comparison-selects.ts'
import { controls, select } from '../controls/controls.ts'
import { day } from '../controls/facts.ts'
import type { View, ViewContext } from '../view.ts'
import { campaignNote } from './campaign-note.ts'
import type { ProbedSite } from './probed-site.ts'
import { compositionSection } from './site-composition.ts'
import { factStrip } from './site-facts.ts'
import { historySection } from './site-history.ts'
import { insideSection } from './site-inside.ts'
import { surveySection } from './site-survey.ts'
import { timesSection } from './site-times.ts'
import { vantageGains } from './site-vantages.ts'

/** One site: how its page loads under each arm, why, and what it speaks. */
export function site(context: ViewContext, domain: string): View {
  const { api } = context
  const body = h(
    'div',
    {},
    h('p', { class: 'trail' }, h('a', { href: '/sites' }, 'Sites'), ' / '),
    h('h1', { class: 'domain' }, domain),
    block({
      ...context,
      what: `the site ${domain}`,
      size: 'large',
      load: () => api.get('site', `/sites/${encodeURIComponent(domain)}`),
      show: (detail) => show(context, detail),
    }),
  )
  const subject = `how its page loads by each protocol, in ${metricWords(metricOf(context.query))}`
  return { title: domain, subject, body }
}

function show(context: ViewContext, detail: SiteDetail): Child {
  const campaign = chosenCampaign(context.query, detail)
  if (detail.survey !== null) context.cite(visitSource(detail.survey))
  if (campaign !== null) context.cite(siteCampaignSource(campaign))
  const strip = factStrip(detail)
  if (campaign === null) {
    return [
      strip,
      h(
        'p',
        { class: 'nothing' },
        'No campaign has loaded the page of this site yet, so there are no load times to show.',
      ),
      historySection(context, detail),
      surveySection(detail),
    ]
  }
  const probed = probedSite(context.query, detail.domain, campaign)
  return [
    strip,
    siteControls(context, detail, campaign, probed),
    campaignNote(campaign),
    timesSection(context, probed),
    vantageGains(context, detail, probed),
    insideSection(context, probed),
    detail.makeUp === null ? null : compositionSection(detail.makeUp),
    historySection(context, detail),
    surveySection(detail),
  ]
}

type Campaign = SiteDetail['campaigns'][number]

/** The one that was asked for, else the one that is shown first. */
function chosenCampaign(
  query: URLSearchParams,
  { campaigns, defaultCampaignId }: SiteDetail,
): Campaign | null {
  const wanted = numberOf(query, 'campaign', 0)
  return (
    campaigns.find(({ campaignId }) => campaignId === wanted) ??
    campaigns.find(({ campaignId }) => campaignId === defaultCampaignId) ??
    null
  )
}

function probedSite(query: URLSearchParams, domain: string, campaign: Campaign): ProbedSite {
  const { campaignId, site, arms: loaded, counts } = campaign
  const arms = ARM_NAMES.filter((arm) => loaded.includes(arm))
  return {
    domain,
    source: siteCampaignSource(campaign),
    path: `/campaigns/${campaignId}/sites/${site}`,
    arms,
    counts,
    metric: metricOf(query),
    baseline: choiceOf(query, 'baseline', arms, arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')),
  }
}

function siteControls(
  { go }: ViewContext,
  { campaigns }: SiteDetail,
  campaign: Campaign,
  { arms, metric, baseline }: ProbedSite,
): VNode {
  return controls(
    'What is shown',
    metricSelect(go, 'metric', metric),
    baselineSelect(
      go,
      'compared with',
      baseline,
      arms.map((value) => ({ value, label: armLabel(value) })),
    ),
    campaigns.length < 2
      ? null
      : select({
          id: 'campaign',
          label: 'campaign',
          value: String(campaign.campaignId),
          options: campaigns.map((other) => ({
            value: String(other.campaignId),
            label: `#${other.campaignId}, ${day(other.createdAt)}${other.labRunId === null ? '' : `, lab run ${other.labRunId}`}`,
          })),
          choose: (value) => go({ campaign: value }),
        }),
  )
}
