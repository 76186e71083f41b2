import type { Command } from 'commander'
import { type CampaignRow, listCampaigns } from '../../db/campaign/campaigns.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { printRows } from '../output/format.ts'
import type { Column } from '../output/table.ts'

export function campaignListCommand(): Command {
  return readCommand('list').action((options: ReadOptions) =>
    reading(options, async (db) => printRows(options.format, await listCampaigns(db), COLUMNS, NOTHING)),
  )
}

const NOTHING = `no campaign yet: make one with \`${COMMAND} crawl --sandbox\``

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
