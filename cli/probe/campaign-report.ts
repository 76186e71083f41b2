import type { Command } from 'commander'
import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import { campaignSizes } from '../../db/campaign/campaign-sizes.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { type Format, print } from '../output/format.ts'
import { tableWidth } from '../output/text.ts'
import { campaignCsv } from './campaign-csv.ts'
import { campaignResults } from './campaign-results.ts'
import { campaignLines } from './campaign-text.ts'
import { findCampaign } from './find-campaign.ts'

export function campaignShowCommand(): Command {
  return readCommand('show')
    .argument('[campaign]', 'number of the campaign, or latest', 'latest')
    .action((name: string, options: ReadOptions) =>
      reading(options, async (db) => showCampaign(db, await findCampaign(db, name), options.format)),
    )
}

export async function showCampaign(db: Database, campaign: CampaignRow, format: Format): Promise<void> {
  const results = await campaignResults(db, campaign)
  const [size] = await campaignSizes(db, campaign.id)
  const lackingLoads = size?.lackingLoads ?? 0
  const sites = await campaignSites(db, campaign.id)
  print(format, {
    json: { campaign, results, lackingLoads },
    csv: () => campaignCsv(results),
    table: () => campaignLines(campaign, results, sites, tableWidth(), lackingLoads),
  })
}
