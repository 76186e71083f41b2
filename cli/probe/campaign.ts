import { Command } from 'commander'
import { type CampaignRow, listCampaigns } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { type Format, formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { showCampaign } from './campaign-report.ts'
import { findCampaign } from './find-campaign.ts'

interface ReadOptions {
  readonly database: string
  readonly format: Format
}

/** `towline campaign …`: what probing found. */
export function campaignCommand(): Command {
  const command = new Command('campaign').description('What probing found: gains with their intervals.')
  const reader = (name: string, description: string): Command =>
    command.command(name).description(description).addOption(formatOption()).addOption(databaseOption())

  reader('list', 'the campaigns in the database').action(async ({ database, format }: ReadOptions) => {
    await using db = await openDatabase({ url: database, readOnly: true })
    showList(await listCampaigns(db), format)
  })
  reader('show', 'medians, gains and verdicts, a line for each site and arm')
    .argument('[campaign]', 'number of the campaign, or latest', 'latest')
    .action(async (name: string, { database, format }: ReadOptions) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      await showCampaign(db, await findCampaign(db, name), format)
    })
  return command
}

const COLUMNS: readonly Column<CampaignRow>[] = [
  { heading: 'campaign', cell: ({ id }) => id, align: 'right' },
  {
    heading: 'started (UTC)',
    csv: 'begun (UTC)',
    cell: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' '),
  },
  { heading: 'state', cell: ({ state }) => state },
  { heading: 'survey', cell: ({ surveyId }) => surveyId, align: 'right' },
  { heading: 'arms', cell: ({ arms }) => arms.join(' ') },
  { heading: 'rounds', cell: ({ rounds }) => rounds, align: 'right' },
  {
    heading: 'browser',
    cell: ({ browserVersion, browserKind }) => `${browserVersion ?? '–'} (${browserKind})`,
    optional: true,
  },
  {
    heading: 'network',
    cell: ({ sandbox, link }) => (sandbox ? (link === null ? 'own' : 'own, emulated link') : 'live'),
  },
  { heading: 'vantage', cell: ({ vantage }) => vantage, optional: true },
]

function showList(campaigns: readonly CampaignRow[], format: Format): void {
  if (format === 'json') console.log(jsonText(campaigns, 2))
  else if (format === 'csv') for (const line of csvLines(campaigns, COLUMNS)) console.log(line)
  else if (campaigns.length === 0)
    console.log(`no campaign yet: make one with \`${COMMAND} crawl --sandbox\``)
  else console.log(textTable(campaigns, COLUMNS, tableWidth()))
}
