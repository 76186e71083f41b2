import { livePages, pagesByCampaign } from '../../db/campaign/campaign-pages.ts'
import { campaignById, campaignVantages } from '../../db/campaign/campaigns.ts'
import { siteMedians } from '../campaign/site-medians.ts'
import { type Compared, pageName } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, Gain, Request, SiteRow } from '../contract/contract.ts'
import { defaultCampaign } from '../defaults/default-campaign.ts'
import { defaultSurvey } from '../defaults/default-survey.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'
import { nullsLast } from '../request/nulls-last.ts'
import { type ListedSite, listedSites } from '../survey/site-list.ts'
import { findSurvey } from './surveys.ts'

type Query = Request<'sites'>['query']

/** Columns that are not known before they are computed: sorting by them needs those of all sites. */
const COMPUTED = ['requests', 'domains', 'sizeBytes', 'initialWindow', 'gain'] as const

export const sites: Handler<'sites'> = async (context, { query }) => {
  const { metric, baseline, sort, order, page = 1, pageSize, survey, campaign = null } = query
  if (campaign !== null) requireFound(await campaignById(context.db, campaign), 'campaign')
  const pages =
    campaign === null
      ? await livePages(context.db, (await defaultCampaign(context.db)).id)
      : await pagesByCampaign(context.db, campaign)
  const surveyId = survey ?? (await defaultSurvey(context.db)).id
  const shownSurvey = surveyId === null ? null : await findSurvey(context, surveyId)
  const surveyed = await context.surveyed.read(shownSurvey)
  const listed = listedSites(surveyed.rows, pages).filter((site) => matches(site, query))
  const sortable: SortableSite[] = (COMPUTED as readonly string[]).includes(sort)
    ? await completed(context, listed, query)
    : listed
  const direction = order === 'desc' ? -1 : 1
  const sorted = sortable.sort(
    (a, b) => nullsLast(sortValue(a, query), sortValue(b, query), direction) || byRank(a, b),
  )
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
  const rows = await completed(context, shown, query)
  const { cutAtRank } = surveyed
  const surveyVantage = shownSurvey?.vantage ?? null
  return {
    answer: {
      ...{ metric, baseline, surveyId, surveyVantage, total: sorted.length, page, pageSize, cutAtRank, rows },
    },
    pending: rows.some(({ gains }) => Object.values(gains).some((gain) => gain.pending)),
  }
}

function matches(site: ListedSite, { q, protocol, cdn, probed }: Query): boolean {
  if (q !== undefined && !site.domain.includes(q.toLowerCase())) return false
  if (cdn !== undefined && !ofCdn(site, cdn.toLowerCase())) return false
  if (probed === 'yes' && site.campaignId === null) return false
  if (probed === 'no' && site.campaignId !== null) return false
  switch (protocol) {
    case undefined:
      return true
    case 'no-h2':
      return site.h2 === false
    case 'no-h3':
      return site.h3 === false
    case 'h3-claimed':
      return site.h3Claimed === true
    default:
      return site[protocol] === true
  }
}

function ofCdn({ surveyed, cdn }: ListedSite, wanted: string): boolean {
  return wanted === 'none' ? surveyed && cdn === null : (cdn?.toLowerCase().includes(wanted) ?? false)
}

type Computed = Pick<
  SiteRow,
  'campaignVantage' | 'requests' | 'domains' | 'sizeBytes' | 'initialWindow' | 'gains'
>

const NOTHING_COMPUTED: Computed = {
  campaignVantage: null,
  requests: null,
  domains: null,
  sizeBytes: null,
  initialWindow: null,
  gains: {},
}

/** The sites with what is computed of their samples. */
async function completed(
  context: Context,
  listed: readonly ListedSite[],
  { metric, baseline }: Query,
): Promise<(ListedSite & Computed)[]> {
  const pages = listed.flatMap(({ campaignId, site }) =>
    campaignId === null || site === null ? [] : [{ campaignId, site }],
  )
  const compared = await context.comparisons.compare({ metric, baseline, pages })
  const vantages = await campaignVantages(context.db)
  const medians = new Map<number, Awaited<ReturnType<typeof siteMedians>>>()
  for (const [campaignId, inCampaign] of Map.groupBy(pages, (page) => page.campaignId)) {
    const only = inCampaign.length <= MOST_NAMED ? inCampaign.map(({ site }) => site) : undefined
    medians.set(campaignId, await siteMedians(context.db, campaignId, COMPOSITION, only))
  }
  return listed.map((listedSite) => {
    const { campaignId, site } = listedSite
    if (campaignId === null || site === null) return { ...listedSite, ...NOTHING_COMPUTED }
    const siteMetrics = medians.get(campaignId)?.get(site)
    const gains = compared.get(pageName({ campaignId, site })) ?? new Map<Arm, Compared>()
    return {
      ...listedSite,
      campaignVantage: vantages.get(campaignId) ?? null,
      requests: siteMetrics?.get('requests')?.[baseline] ?? null,
      domains: siteMetrics?.get('domains')?.[baseline] ?? null,
      sizeBytes: siteMetrics?.get('har_bytes')?.[baseline] ?? null,
      initialWindow: siteMetrics?.get('initial_window')?.[baseline] ?? null,
      gains: Object.fromEntries([...gains].map(([arm, gain]) => [arm, gainAnswer(gain)])),
    }
  })
}

const COMPOSITION = ['requests', 'domains', 'har_bytes', 'initial_window'] as const

/** Sites that a query names one by one; of more, all are read. */
const MOST_NAMED = 500

function gainAnswer(compared: Compared): Gain {
  if (compared === 'pending') return { n: 0, gain: null, gainInterval: null, verdict: null, pending: true }
  const { n, comparison } = compared
  return {
    n,
    gain: comparison?.gain ?? null,
    gainInterval: toInterval(comparison?.gainInterval),
    verdict: comparison?.verdict ?? null,
    pending: false,
  }
}

type SortableSite = ListedSite & Partial<Computed>

function sortValue(site: SortableSite, { sort, gainArm }: Query): string | number | null {
  if (sort === 'rank') return site.rank ?? site.rankMagnitude
  return (sort === 'gain' ? site.gains?.[gainArm]?.gain : site[sort]) ?? null
}

function byRank(a: ListedSite, b: ListedSite): number {
  return (
    nullsLast(a.rank ?? a.rankMagnitude, b.rank ?? b.rankMagnitude, 1) || nullsLast(a.domain, b.domain, 1)
  )
}
