import type { Command } from 'commander'
import { type CampaignRow, listCampaigns } from '../../db/campaign/campaigns.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'

export function campaignListCommand(): Command {
  return readCommand('list').action((options: ReadOptions) =>
    reading(options, async (db) => showList(await listCampaigns(db), options.format)),
  )
}

const COLUMNS: readonly Column<CampaignRow>[] = [
  { heading: 'campaign', cell: ({ id }) => id, align: 'right' },
  {
    heading: 'started (UTC)',
    csv: 'started (UTC)',
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
