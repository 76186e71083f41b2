import { campaignById } from '../../db/campaign/campaigns.ts'
import { chooseBaseline } from '../../model/choose-baseline.ts'
import { readComposition } from '../campaign/composition.ts'
import { findPage } from '../campaign/place.ts'
import type { Request } from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'

export async function siteComposition(
  context: Context,
  { params, query }: Request<'siteComposition'>,
): Promise<Reply<'siteComposition'>> {
  const { campaignId, site } = await findPage(context, params)
  const { arms } = requireFound(await campaignById(context.db, campaignId), 'campaign')
  const arm = query.arm ?? chooseBaseline(arms)
  return { answer: await readComposition(context.db, { campaignId, site, arm }) }
}
