import { pagesByCampaign } from '../../db/campaign/campaign-pages.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { orderArms } from '../campaign/place.ts'
import { siteCurve } from '../campaign/site-curve.ts'
import { siteMedians } from '../campaign/site-medians.ts'
import type { Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'

/** Each site counts once, by the median of its samples. */
export async function compositionCdf(
  { db }: Context,
  { params, query: { metric } }: Request<'compositionCdf'>,
): Promise<Reply<'compositionCdf'>> {
  const campaign = requireFound(await campaignById(db, params.id), 'campaign')
  const pages = await pagesByCampaign(db, campaign.id)
  const sites = pages.map(({ site }) => site)
  const medians = [...(await siteMedians(db, campaign.id, [metric], sites)).values()]
  const arms = orderArms(campaign.arms).map((arm) => {
    const values = medians.flatMap((bySite) => bySite.get(metric)?.byArm[arm] ?? [])
    return { arm, ...siteCurve(values, sites.length) }
  })
  return { answer: { campaignId: campaign.id, metric, sites: sites.length, arms } }
}

export const compositionCdfCsv: ToCsv<'compositionCdf'> = ({ metric, arms }) => {
  const rows = arms.flatMap(({ steps, bandHalfWidth, ...curve }) =>
    steps.map((step) => ({ ...curve, ...step, half: bandHalfWidth ?? 1 })),
  )
  return csvTable<(typeof rows)[number]>(rows, {
    arm: (row) => row.arm,
    n: (row) => row.n,
    without: (row) => row.without,
    [metric]: (row) => row.value,
    share: (row) => row.share,
    share_low: (row) => Math.max(0, row.share - row.half),
    share_high: (row) => Math.min(1, row.share + row.half),
  })
}
