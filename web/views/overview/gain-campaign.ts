import { liveCampaigns } from '../../../server/contract/chosen-runs.ts'
import type { Campaign, Defaults } from '../../../server/contract/contract.ts'
import { numberOf } from '../../client/address.ts'

/** The live campaign that is looked at: the one in the address, else the one that pages open with. */
export function gainCampaign(
  query: URLSearchParams,
  campaigns: readonly Campaign[],
  { campaign }: Pick<Defaults, 'campaign'>,
): Campaign | null {
  const wanted = numberOf(query, 'campaign', 0)
  const live = liveCampaigns(campaigns)
  return live.find(({ id }) => id === wanted) ?? live.find(({ id }) => id === campaign.id) ?? null
}
