import { type CampaignPage, pagesByCampaign } from '../../db/campaign/campaign-pages.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { type SiteServer, siteServers } from '../../db/campaign/site-servers.ts'
import { validSamples } from '../../db/campaign/valid-samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { chooseBaseline } from '../../model/choose-baseline.ts'
import { readComposition } from '../campaign/composition.ts'
import { pageFacts } from '../campaign/page-facts.ts'
import { findPage, orderArms } from '../campaign/place.ts'
import { siteMedians } from '../campaign/site-medians.ts'
import {
  type Arm,
  COMPOSITION_METRICS,
  type CompositionMetric,
  type CompositionRow,
  type CompositionSort,
} from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler } from '../request/handler.ts'
import { nullsLast } from '../request/nulls-last.ts'

export const composition: Handler<'composition'> = async ({ db }, { params, query }) => {
  const { sort, order, page = 1, pageSize } = query
  const campaign = requireFound(await campaignById(db, params.id), 'campaign')
  const arm = query.arm ?? chooseBaseline(campaign.arms)
  const servers = await siteServers(db, campaign.id)
  const pages = await pagesByCampaign(db, campaign.id)
  const values = await sortValues(db, { sort, arm, pages, servers })
  const direction = order === 'desc' ? -1 : 1
  const sorted = pages
    .map((one, index) => ({ one, value: values[index] ?? null }))
    .sort((a, b) => nullsLast(a.value, b.value, direction) || byRank(a.one, b.one))
    .slice((page - 1) * pageSize, page * pageSize)
    .map(({ one }) => one)
  return {
    answer: {
      campaignId: campaign.id,
      vantage: campaign.vantage,
      surveyId: campaign.surveyId,
      arm,
      arms: orderArms(campaign.arms),
      total: pages.length,
      page,
      pageSize,
      rows: await completeRows(db, { campaign, arm, pages: sorted, servers }),
    },
  }
}

const SORTED_BY = {
  requests: 'requests',
  sizeBytes: 'har_bytes',
  domains: 'domains',
  shareTop1: 'share_top1',
  connections: 'connections',
  initialWindow: 'initial_window',
  rttMedianMs: 'rtt_median_ms',
} as const satisfies Partial<Record<CompositionSort, CompositionMetric>>

interface Sorted {
  readonly sort: CompositionSort
  readonly arm: Arm
  readonly pages: readonly CampaignPage[]
  readonly servers: ReadonlyMap<number, SiteServer>
}

/** Reads what each page is sorted by: of the metrics only the one that is asked for is read of all sites. */
async function sortValues(
  db: Database,
  { sort, arm, pages, servers }: Sorted,
): Promise<readonly (string | number | null)[]> {
  if (sort === 'rank' || sort === 'domain') return pages.map((page) => page[sort])
  if (sort === 'server' || sort === 'cdn') return pages.map(({ site }) => servers.get(site)?.[sort] ?? null)
  const metric = SORTED_BY[sort]
  const [first] = pages
  if (first === undefined) return []
  const sites = pages.map(({ site }) => site)
  const medians = await siteMedians(db, first.campaignId, [metric], sites)
  return sites.map((site) => medians.get(site)?.get(metric)?.[arm] ?? null)
}

interface Shown {
  readonly campaign: CampaignRow
  readonly arm: Arm
  readonly pages: readonly CampaignPage[]
  readonly servers: ReadonlyMap<number, SiteServer>
}

async function completeRows(
  db: Database,
  { campaign: { id: campaignId, arms }, arm, pages, servers }: Shown,
): Promise<CompositionRow[]> {
  const sites = pages.map(({ site }) => site)
  const medians = await siteMedians(db, campaignId, COMPOSITION_METRICS, sites)
  const samples = await validSamples(db, { campaignId, arm, sites })
  return pages.map(({ site, domain, rank }) => {
    const siteMetrics = medians.get(site)
    const connections = siteMetrics?.get('connections') ?? {}
    return {
      ...{ site, domain, rank, n: samples.get(site) ?? 0 },
      ...pageFacts((metric) => siteMetrics?.get(metric)?.[arm] ?? null),
      connections: Object.fromEntries(
        orderArms(arms).flatMap((each) => {
          const value = connections[each]
          return value === undefined ? [] : [[each, value]]
        }),
      ),
      server: servers.get(site)?.server ?? null,
      cdn: servers.get(site)?.cdn ?? null,
    }
  })
}

function byRank(a: CampaignPage, b: CampaignPage): number {
  return nullsLast(a.rank, b.rank, 1) || nullsLast(a.domain, b.domain, 1) || a.site - b.site
}

export const siteComposition: Handler<'siteComposition'> = async (context, { params, query }) => {
  const { campaignId, site } = await findPage(context, params)
  const { arms } = requireFound(await campaignById(context.db, campaignId), 'campaign')
  const arm = query.arm ?? chooseBaseline(arms)
  return { answer: await readComposition(context.db, { campaignId, site, arm }) }
}
