import { campaignById } from '../../db/campaign/campaigns.ts'
import { chooseBaseline } from '../../model/choose-baseline.ts'
import { readComposition } from '../campaign/composition.ts'
import { findPage } from '../campaign/place.ts'
import { requireFound } from '../http/problem.ts'
import type { Handler } from '../request/handler.ts'

export const siteComposition: Handler<'siteComposition'> = async (context, { params, query }) => {
  const { campaignId, site } = await findPage(context, params)
  const { arms } = requireFound(await campaignById(context.db, campaignId), 'campaign')
  const arm = query.arm ?? chooseBaseline(arms)
  return { answer: await readComposition(context.db, { campaignId, site, arm }) }
}
