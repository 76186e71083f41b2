import type { Campaign } from '../../../server/contract/contract.ts'
import { numberOf } from '../../client/address.ts'

/**
 * The live campaign that the gains are from: the one in the address, else the newest that is not much smaller than the
 * largest, so that a look at one site does not stand for a whole list.
 */
export function gainCampaign(query: URLSearchParams, campaigns: readonly Campaign[]): Campaign | null {
  const live = liveCampaigns(campaigns)
  const wanted = numberOf(query, 'campaign', 0)
  const largest = Math.max(0, ...live.map(({ sites }) => sites))
  return live.find(({ id }) => id === wanted) ?? live.find(({ sites }) => 2 * sites >= largest) ?? null
}

/** Newest first, those of lab runs left out. */
export function liveCampaigns(campaigns: readonly Campaign[]): readonly Campaign[] {
  return campaigns.filter(({ labRunId }) => labRunId === null)
}
