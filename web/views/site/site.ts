import { ARM_NAMES } from '../../../model/arm.ts'
import type { SiteDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { integer } from '../../charts/quantity.ts'
import { choiceOf, fieldSitePath, numberOf } from '../../client/address.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { baselineSelect, metricOf, metricSelect } from '../controls/comparison-selects.ts'
import { controls, select } from '../controls/controls.ts'
import { day, type Fact, facts } from '../controls/facts.ts'
import type { View, ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'
import { makeUpSection } from './site-composition.ts'
import { insideSection } from './site-inside.ts'
import { surveySection } from './site-survey.ts'
import { timesSection } from './site-times.ts'

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
  return { title: domain, body }
}

function show(context: ViewContext, detail: SiteDetail): Child {
  const { query, go } = context
  const wanted = numberOf(query, 'campaign', 0)
  const campaign =
    detail.campaigns.find(({ campaignId }) => campaignId === wanted) ??
    detail.campaigns.find(({ labRunId }) => labRunId === null) ??
    detail.campaigns[0]
  const survey = detail.survey
  const strip = facts([
    ['rank', rankOf(detail)],
    ['speaks', survey === null ? null : protocolsOf(survey.facts)],
    ['CDN', survey === null ? null : (survey.facts.cdn ?? 'none seen')],
    ['server', survey?.facts.server ?? null],
    ['RTT', survey?.facts.rttMs === null || survey === null ? null : `${survey.facts.rttMs.toFixed(1)} ms`],
    ['TLS', survey?.facts.tlsVersion ?? null],
    ...(detail.field === null ? [] : [fieldFact(detail.domain, detail.field)]),
  ])
  if (campaign === undefined) {
    return [
      strip,
      h(
        'p',
        { class: 'nothing' },
        'No campaign has loaded the page of this site yet, so there are no load times to show.',
      ),
      surveySection(detail),
    ]
  }

  const arms = ARM_NAMES.filter((arm) => campaign.arms.includes(arm))
  const probed: ProbedSite = {
    path: `/campaigns/${campaign.campaignId}/sites/${campaign.site}`,
    arms,
    counts: campaign.counts,
    metric: metricOf(query),
    baseline: choiceOf(query, 'baseline', arms, arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')),
  }
  return [
    strip,
    controls(
      'What is shown',
      metricSelect(go, 'metric', probed.metric),
      baselineSelect(
        go,
        'compared with',
        probed.baseline,
        arms.map((value) => ({ value, label: armLabel(value) })),
      ),
      detail.campaigns.length < 2
        ? null
        : select({
            id: 'campaign',
            label: 'campaign',
            value: String(campaign.campaignId),
            options: detail.campaigns.map((other) => ({
              value: String(other.campaignId),
              label: `#${other.campaignId}, ${day(other.createdAt)}${other.labRunId === null ? '' : `, lab run ${other.labRunId}`}`,
            })),
            choose: (value) => go({ campaign: value }),
          }),
    ),
    h(
      'p',
      { class: 'note' },
      `Campaign ${campaign.campaignId} of ${day(campaign.createdAt)}${campaign.vantage === null ? '' : ` from ${campaign.vantage}`}, page ${campaign.url}. `,
      countWords(campaign),
    ),
    timesSection(context, probed),
    insideSection(context, probed),
    detail.makeUp === null ? null : makeUpSection(detail.makeUp),
    surveySection(detail),
  ]
}

function fieldFact(domain: string, { list, week }: NonNullable<SiteDetail['field']>): Fact {
  const href = `${fieldSitePath(domain)}?list=${encodeURIComponent(list)}`
  return ['volunteers’ loads', h('a', { href }, `in the field, week of ${week}`)]
}

function rankOf(detail: SiteDetail): string | null {
  const rank = detail.survey?.rank ?? detail.campaigns[0]?.rank ?? null
  return rank === null ? null : integer(rank)
}

function protocolsOf({ h1, h2, h3 }: NonNullable<SiteDetail['survey']>['facts']): string {
  const spoken = [h1 ? 'HTTP/1.1' : null, h2 ? 'HTTP/2' : null, h3 ? 'HTTP/3' : null].filter(
    (name) => name !== null,
  )
  return spoken.length === 0 ? 'none of them over TLS' : spoken.join(', ')
}

function countWords({ counts, state, stateDetail }: SiteDetail['campaigns'][number]): string {
  const arms = counts.map(
    ({ arm, valid, invalid, failed }) =>
      `${armLabel(arm)} ${integer(valid)} valid${invalid + failed === 0 ? '' : `, ${integer(invalid)} invalid, ${integer(failed)} failed`}`,
  )
  const why = STATES[state]
  return `${arms.join('; ')}.${why === undefined ? '' : ` ${why}${stateDetail === null ? '' : ` (${stateDetail})`}.`}`
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'Its rounds have not begun',
  active: 'Its rounds are not finished',
  parked: 'It asked us to stay away and is parked',
  poison: 'It ended the browser again and again and is not loaded any more',
}
