import { type CampaignPlace, placeInCampaign } from '../../db/campaign/campaign-places.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { ARM_NAMES, type Arm } from '../contract/contract.ts'
import { found, Problem } from '../http/problem.ts'
import type { Context } from '../request/context.ts'

/** @throws Problem `not_found` where there is no such campaign, or no such site in it */
export async function placeOf(
  { db }: Context,
  { id, site }: { readonly id: number; readonly site: number },
): Promise<CampaignPlace> {
  const place = await placeInCampaign(db, id, site)
  if (place !== null) return place
  found(await campaignById(db, id), 'campaign')
  throw new Problem('not_found', 'There is no such site in this campaign.')
}

/** In the order of the contract, each once. */
export function inOrder(arms: Iterable<Arm>): Arm[] {
  const given = new Set(arms)
  return ARM_NAMES.filter((arm) => given.has(arm))
}

/** The arm that the others are compared with where none is named: h1 as in the papers, else the first. */
export function baselineOf(arms: readonly Arm[]): Arm {
  return arms.includes('h1') ? 'h1' : (inOrder(arms)[0] ?? 'h1')
}
