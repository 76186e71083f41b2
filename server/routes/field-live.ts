import type { SettledPlace } from '../../db/campaign/campaign-places.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { inOrder } from '../campaign/place.ts'
import type { FieldSite, MetricName } from '../contract/contract.ts'
import { found } from '../http/problem.ts'
import type { Context } from '../request/context.ts'

/** Shares at which quantiles of our own loads are given beside the field's curves. */
export const SHARES: readonly number[] = Array.from({ length: 101 }, (_, index) => index / 100)

type Live = NonNullable<FieldSite['live']>

/** What of the newest live campaign of a page stands beside the field: one that has the metric; null where none has. */
export async function liveBeside(
  context: Context,
  places: readonly SettledPlace[],
  metric: MetricName,
): Promise<Live | null> {
  for (const { campaignId, site, labRunId } of places) {
    if (labRunId !== null) continue
    const curves = await ownCurves(context, { campaignId, site, metric })
    if (curves.length === 0) continue
    const campaign = found(await campaignById(context.db, campaignId), 'campaign')
    return { ...conditionsOf(campaign), metric, site, curves, vantage: campaign.vantage }
  }
  return null
}

/** The distribution under each arm; arms without a value are left out. */
export async function ownCurves(
  context: Context,
  key: { readonly campaignId: number; readonly site: number; readonly metric: MetricName },
): Promise<Live['curves']> {
  const series = await context.series.of(key)
  return inOrder(series.map(({ arm }) => arm)).flatMap((arm) => {
    const sorted = series.find((one) => one.arm === arm)?.sorted ?? new Float64Array(0)
    const medianMs = quantileOfSorted(sorted, 0.5)
    if (medianMs === undefined) return []
    const ms = SHARES.flatMap((share) => quantileOfSorted(sorted, share) ?? [])
    return [{ arm, n: sorted.length, medianMs, ms }]
  })
}

/** Under which a campaign's pages were loaded. */
export function conditionsOf({
  id: campaignId,
  ...campaign
}: CampaignRow): Pick<
  Live,
  'campaignId' | 'createdAt' | 'sandbox' | 'browserVersion' | 'browserKind' | 'device'
> {
  const { createdAt, sandbox, browserVersion, browserKind, device } = campaign
  return { campaignId, createdAt, sandbox, browserVersion, browserKind, device }
}
