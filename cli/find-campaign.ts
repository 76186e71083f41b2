import { type CampaignRow, campaignById, latestCampaign } from '../db/campaigns.ts'
import type { Database } from '../db/database.ts'
import { CliError, EXIT } from './exit-codes.ts'

/** The campaign that `7` or `latest` names. */
export async function findCampaign(db: Database, name: string): Promise<CampaignRow> {
  if (name !== 'latest' && !/^\d{1,9}$/.test(name)) {
    throw new CliError(
      EXIT.usage,
      `'${name}' is no campaign: give its number (see \`towline campaign list\`) or 'latest'`,
    )
  }
  const campaign = name === 'latest' ? await latestCampaign(db) : await campaignById(db, Number(name))
  if (campaign !== null) {
    if (campaign.state !== 'finished')
      process.stderr.write(`campaign ${campaign.id} is not finished: this is what it has so far\n`)
    return campaign
  }
  throw new CliError(
    EXIT.noInput,
    name === 'latest'
      ? `${db.name} holds no campaign yet: make one with \`npm run crawl -- --sandbox\``
      : `${db.name} holds no campaign ${name} (see \`towline campaign list\`)`,
  )
}
