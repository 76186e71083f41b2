import {
  answeringSites,
  newerLiveCampaigns,
  nextLoadedCampaign,
  type SearchedCampaigns,
} from '../../db/campaign/answering-campaigns.ts'
import { type CampaignRow, campaignById, latestLiveCampaign } from '../../db/campaign/campaigns.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import type { Database } from '../../db/connection/database.ts'
import { chooseBaseline } from '../../model/choose-baseline.ts'
import { firstLook } from '../../stats/comparison/compare-arms.ts'
import type { Defaults } from '../contract/contract.ts'
import { type DefaultRun, MOST_PASSED_OVER, NEEDED } from './default-run.ts'

/**
 * The newest live campaign that can answer: as many sites as an interval over sites needs have as many rounds of the baseline
 * and another arm as an interval over rounds needs. Where none has, the newest, of sites of a list before sites that were named.
 */
export async function defaultCampaign(db: Database): Promise<DefaultRun> {
  const id = await newestAnsweringCampaign(db, { labRunId: null, sites: NEEDED.sites })
  if (id !== null) return { id, canAnswer: true }
  return { id: (await latestLiveCampaign(db))?.id ?? null, canAnswer: false }
}

/** The newest campaign, live or of a lab run, of which so many sites can answer; null: none. */
export async function newestAnsweringCampaign(
  db: Database,
  { labRunId, sites }: Pick<SearchedCampaigns, 'labRunId'> & { readonly sites: number },
): Promise<number | null> {
  const wanted = { sites, rounds: NEEDED.rounds }
  let campaign = await nextLoadedCampaign(db, { labRunId, before: null }, wanted)
  while (campaign !== null) {
    if ((await countSites(db, campaign, sites)) >= sites) return campaign.id
    campaign = await nextLoadedCampaign(db, { labRunId, before: campaign.id }, wanted)
  }
  return null
}

/** Counts over the baseline that pages begin with. */
function countSites(db: Database, campaign: CampaignRow, most: number): Promise<number> {
  const { id: campaignId } = campaign
  const baseline = chooseBaseline(campaign.arms)
  const arms = campaign.arms.filter((arm) => arm !== baseline)
  const rounds = firstLook(sequentialRounds(campaign))
  return answeringSites(db, { campaignId, baseline, arms, rounds, most })
}

export async function passedOverCampaigns(
  db: Database,
  { id, canAnswer }: DefaultRun,
): Promise<Pick<Defaults['campaign'], 'newer' | 'passedOver'>> {
  if (id === null || !canAnswer) return { newer: 0, passedOver: [] }
  const { count, first } = await newerLiveCampaigns(db, id, MOST_PASSED_OVER)
  const passedOver: Defaults['campaign']['passedOver'] = []
  for (const loads of first) {
    const campaign = await campaignById(db, loads.id)
    if (campaign === null) continue
    const { createdAt, state, vantage } = campaign
    const answering = await countSites(db, campaign, loads.sites)
    passedOver.push({
      ...{ ...loads, createdAt, state, vantage, answering },
      rounds: firstLook(sequentialRounds(campaign)),
    })
  }
  return { newer: count, passedOver }
}
