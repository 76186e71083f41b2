import type { SettledPage } from '../../db/campaign/campaign-pages.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { orderArms } from '../campaign/place.ts'
import type { FieldSite, MetricName } from '../contract/contract.ts'
import { defaultCampaign } from '../defaults/default-campaign.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'

/** Shares at which quantiles of our own loads are given beside the field's curves. */
export const SHARES: readonly number[] = Array.from({ length: 101 }, (_, index) => index / 100)

type Live = NonNullable<FieldSite['live']>

/**
 * Finds what of a live campaign of a page stands beside the field: the one asked for, else of those that have the metric the
 * one that pages open with, else the newest; null where none has.
 *
 * @throws Problem `not_found` where there is no such campaign
 */
export async function liveBeside(
  context: Context,
  pages: readonly SettledPage[],
  metric: MetricName,
  asked: number | undefined,
): Promise<Live | null> {
  if (asked !== undefined) requireFound(await campaignById(context.db, asked), 'campaign')
  const { id } = await defaultCampaign(context.db)
  const live = pages.filter(
    ({ labRunId, campaignId }) => labRunId === null && (asked === undefined || campaignId === asked),
  )
  for (const { campaignId, site } of live.toSorted(
    (a, b) => Number(b.campaignId === id) - Number(a.campaignId === id),
  )) {
    const curves = await readCurves(context, { campaignId, site, metric })
    if (curves.length === 0) continue
    const campaign = requireFound(await campaignById(context.db, campaignId), 'campaign')
    return { ...campaignConditions(campaign), metric, site, curves, vantage: campaign.vantage }
  }
  return null
}

/** The distribution under each arm; arms without a value are left out. */
export async function readCurves(
  context: Context,
  key: { readonly campaignId: number; readonly site: number; readonly metric: MetricName },
): Promise<Live['curves']> {
  const series = await context.series.read(key)
  return orderArms(series.map(({ arm }) => arm)).flatMap((arm) => {
    const found = series.find((one) => one.arm === arm)
    if (found === undefined) return []
    const { n, sorted } = found
    const medianMs = quantileOfSorted(sorted, 0.5)
    if (medianMs === undefined) return []
    const ms = SHARES.flatMap((share) => quantileOfSorted(sorted, share) ?? [])
    return [{ arm, n, medianMs, ms }]
  })
}

/** Conditions under which a campaign's pages were loaded. */
export function campaignConditions({
  id: campaignId,
  ...campaign
}: CampaignRow): Pick<
  Live,
  'campaignId' | 'createdAt' | 'sandbox' | 'browserVersion' | 'browserKind' | 'device'
> {
  const { createdAt, sandbox, browserVersion, browserKind, device } = campaign
  return { campaignId, createdAt, sandbox, browserVersion, browserKind, device }
}
