import { Command } from 'commander'
import { recompute } from '../../crawler/probe/campaign/stored-samples.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { rebuildSeries } from '../../db/campaign/rebuild-series.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { terminalOf } from '../output/guard-output.ts'
import { countText } from '../output/text.ts'
import { findCampaign } from './find-campaign.ts'

/** `towline recompute`: computes metrics again, from the stored artifacts of each sample. */
export function recomputeCommand(): Command {
  return new Command('recompute')
    .option('--campaign <campaign>', 'its number, or latest', 'latest')
    .addOption(databaseOption())
    .action(async (options: { campaign: string; database: string }) => {
      await using interrupt = untilInterrupted()
      const campaign = await campaignOf(options)
      await using db = await openDatabase({ url: options.database })
      let done = 0
      const onSample = (): void => {
        done += 1
        if (process.stderr.isTTY && done % 10 === 0)
          terminalOf(process.stderr).write(`\r${countText(done, 'sample')}`)
      }
      const samples = await recompute(db, campaign.id, { signal: interrupt.signal, onSample })
      // Values that were computed are in their series already; this also mends what may be wrong with those.
      await rebuildSeries(db, campaign.id, { signal: interrupt.signal })
      if (process.stderr.isTTY) terminalOf(process.stderr).write('\r')
      console.log(`campaign ${campaign.id}: recomputed the metrics of ${countText(samples, 'sample')}`)
    })
}

/** Read-only at first: a database that is not there is not to be made. */
async function campaignOf(options: { campaign: string; database: string }): Promise<CampaignRow> {
  await using db = await openDatabase({ url: options.database, readOnly: true })
  return await findCampaign(db, options.campaign)
}
