import { type CampaignPage, campaignPage } from '../../db/campaign/campaign-pages.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { ARM_NAMES, type Arm } from '../contract/contract.ts'
import { Problem, requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'

/** @throws Problem `not_found` where there is no such campaign, or no such site in it */
export async function findPage(
  { db }: Context,
  { id, site }: { readonly id: number; readonly site: number },
): Promise<CampaignPage> {
  const page = await campaignPage(db, id, site)
  if (page !== null) return page
  requireFound(await campaignById(db, id), 'campaign')
  throw new Problem('not_found', 'There is no such site in this campaign.')
}

type PageSubject = Pick<CampaignPage, 'campaignId' | 'vantage' | 'site' | 'domain'>

export function subjectOf({ campaignId, vantage, site, domain }: CampaignPage): PageSubject {
  return { campaignId, vantage, site, domain }
}

/** Lists arms in the order of the contract, each once. */
export function orderArms(arms: Iterable<Arm>): Arm[] {
  const present = new Set(arms)
  return ARM_NAMES.filter((arm) => present.has(arm))
}
