import { siteVantages as SITE_VANTAGES } from '../../../figures/site-gains.ts'
import type { SiteDetail, SiteVantages } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { siteCampaignSource, visitSource } from '../../citation/source.ts'
import { idOf } from '../../client/address.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figureTable } from '../../figure/figure-table.ts'
import { baselineSelect, metricOf, metricSelect } from '../controls/comparison-selects.ts'
import { controls, select } from '../controls/controls.ts'
import { day } from '../controls/facts.ts'
import type { View, ViewContext } from '../view.ts'
import { campaignNote } from './campaign-note.ts'
import { type ProbedSite, probedSite } from './probed-site.ts'
import { compositionBlock } from './site-composition.ts'
import { factStrip } from './site-facts.ts'
import { historySection } from './site-history.ts'
import { insideSection } from './site-inside.ts'
import { siteOverTime } from './site-over-time.ts'
import { surveySection } from './site-survey.ts'
import { timesSection } from './site-times.ts'

/** One site: how its page loads under each arm, why, and what it speaks. */
export function site(context: ViewContext, domain: string): View {
  const { api, query } = context
  const asked = { survey: idOf(query, 'survey'), campaign: idOf(query, 'campaign') }
  const body = h(
    'div',
    h('p.trail', h('a', { href: '/sites' }, 'Sites'), ' / '),
    h('h1.domain', domain),
    block({
      ...context,
      what: `the site ${domain}`,
      size: 'large',
      load: () => api.get('site', `/sites/${encodeURIComponent(domain)}`, asked),
      show: (detail) => show(context, detail),
    }),
  )
  const subject = `how its page loads by each protocol, in ${metricWords(metricOf(query))}`
  return { title: domain, subject, body }
}

function show(context: ViewContext, detail: SiteDetail): Child {
  const { campaigns, campaignId } = detail
  const campaign = campaigns.find((one) => one.campaignId === campaignId) ?? null
  if (detail.survey !== null) context.cite(visitSource(detail.survey))
  if (campaign !== null) context.cite(siteCampaignSource(campaign))
  const strip = factStrip(detail)
  if (campaign === null) {
    return [
      strip,
      campaigns.length === 0 ? null : controls('What is shown', campaignSelect(context, campaigns, null)),
      h('p.nothing', noLoads(context.query, detail)),
      historySection(context, detail),
      surveySection(detail, idOf(context.query, 'survey')),
    ]
  }
  const probed = probedSite(context.query, detail.domain, campaign)
  return [
    strip,
    siteControls(context, detail, campaign, probed),
    campaignNote(campaign),
    timesSection(context, probed),
    vantageGains(context, detail, probed),
    siteOverTime(context, detail, probed),
    insideSection(context, probed),
    compositionBlock(context, probed),
    historySection(context, detail),
    surveySection(detail, idOf(context.query, 'survey')),
  ]
}

type Campaign = SiteDetail['campaigns'][number]

function noLoads(query: URLSearchParams, { campaigns }: SiteDetail): string {
  if (campaigns.length === 0)
    return 'No campaign has loaded the page of this site yet, so there are no load times to show.'
  return `Campaign ${idOf(query, 'campaign')} does not have this site; the list above names those that do.`
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
    campaigns.length < 2 ? null : campaignSelect({ go }, campaigns, campaign),
  )
}

/** `chosen`: null where none of them is shown. */
function campaignSelect(
  { go }: Pick<ViewContext, 'go'>,
  campaigns: readonly Campaign[],
  chosen: Campaign | null,
): VNode {
  return select({
    id: 'campaign',
    label: 'campaign',
    value: chosen === null ? '' : String(chosen.campaignId),
    options: [
      ...(chosen === null ? [{ value: '', label: 'none of these' }] : []),
      ...campaigns.map((other) => ({
        value: String(other.campaignId),
        label: `#${other.campaignId}, ${day(other.createdAt)}${other.labRunId === null ? '' : `, lab run ${other.labRunId}`}`,
      })),
    ],
    choose: (value) => go({ campaign: value }),
  })
}

/** Shows what each arm gained from each vantage point; nothing where campaigns loaded the page from one alone. */
function vantageGains(
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
