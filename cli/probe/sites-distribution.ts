import { Command, Option } from 'commander'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { ARMS, type Arm, LIVE_ARMS } from '../../model/arm.ts'
import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import { readCompositionCdf } from '../../server/campaign/composition-cdf.ts'
import type { CompositionCdf } from '../../server/contract/contract.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption } from '../output/format.ts'
import { countText, jsonText, noteWidth, tableWidth, wrap } from '../output/text.ts'
import { baselineOf } from './baseline.ts'
import { findCampaign } from './find-campaign.ts'
import { distributionsCsv, distributionsTable, rowsOfArm } from './site-distributions.ts'

interface DistributionOptions {
  readonly campaign: string
  readonly arm?: Arm
  readonly format: Format
  readonly database: string
}

/** `towline sites distribution`: what pages are made of, over all sites of a campaign. */
export function sitesDistributionCommand(): Command {
  return new Command('distribution')
    .option('--campaign <campaign>', 'its number, or latest', 'latest')
    .addOption(
      new Option(
        '--arm <arm>',
        'whose samples the table is of; CSV and JSON have all arms (default: h1, else the first of the campaign)',
      ).choices(LIVE_ARMS),
    )
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async ({ campaign: name, arm, format, database }: DistributionOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const campaign = await findCampaign(db, name)
      const answers = await readAll(db, campaign)
      if (format === 'json') console.log(jsonText(answers, 2))
      else if (format === 'csv') for (const line of distributionsCsv(answers)) console.log(line)
      else showTable(answers, arm ?? baselineOf(campaign.arms) ?? 'h1')
    })
}

async function readAll(
  db: Database,
  campaign: Pick<CampaignRow, 'id' | 'vantage' | 'arms'>,
): Promise<CompositionCdf[]> {
  const answers: CompositionCdf[] = []
  for (const metric of COMPOSITION_METRICS) answers.push(await readCompositionCdf(db, campaign, metric))
  return answers
}

function showTable(answers: readonly CompositionCdf[], arm: Arm): void {
  const width = tableWidth()
  const [first] = answers
  console.log(`campaign ${first?.campaignId}: ${countText(first?.sites ?? 0, 'site')}, ${ARMS[arm].label}\n`)
  console.log(distributionsTable(rowsOfArm(answers, arm), width))
  const note =
    'n: sites with a value, each by the median of its valid samples; no value: sites without one. 95 % interval: of the ' +
    'median over sites, from 6 sites on.'
  console.log(`\n${wrap(note, noteWidth(width)).join('\n')}`)
}
