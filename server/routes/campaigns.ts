import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import { campaignSizes } from '../../db/campaign/campaign-sizes.ts'
import { campaignById, listCampaigns } from '../../db/campaign/campaigns.ts'
import { repeatedLoads } from '../../db/campaign/repeated-loads.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { campaignAnswer, campaignDetail } from '../campaign/campaign-answer.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler } from '../request/handler.ts'

export const campaigns: Handler<'campaigns'> = async ({ db }) => {
  const sizes = new Map((await campaignSizes(db)).map((size) => [size.campaignId, size]))
  const rows = await listCampaigns(db)
  return { answer: { campaigns: rows.map((row) => campaignAnswer(row, sizes.get(row.id))) } }
}

export const campaign: Handler<'campaign'> = async ({ db }, { params }) => {
  const row = requireFound(await campaignById(db, params.id), 'campaign')
  const [size] = await campaignSizes(db, row.id)
  const sites = await campaignSites(db, row.id)
  const counted = { tallies: await sampleTallies(db, row.id), repeats: await repeatedLoads(db, row.id) }
  return { answer: campaignDetail(row, size, sites, counted) }
}
