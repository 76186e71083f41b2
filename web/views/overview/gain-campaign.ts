import type { Campaign } from '../../../server/contract/contract.ts'
import { liveCampaigns, openingCampaign } from '../../../server/contract/opening-runs.ts'
import { numberOf } from '../../client/address.ts'

/** The live campaign that is looked at: the one in the address, else the one that pages open with. */
export function gainCampaign(query: URLSearchParams, campaigns: readonly Campaign[]): Campaign | null {
  const wanted = numberOf(query, 'campaign', 0)
  return liveCampaigns(campaigns).find(({ id }) => id === wanted) ?? openingCampaign(campaigns)
}
