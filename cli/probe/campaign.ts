import type { CommandTable } from '../options/command-table.ts'

export const CAMPAIGN_COMMANDS: CommandTable = [
  {
    usage: 'list [options]',
    description: 'the campaigns in the database',
    load: async () => (await import('./campaign-list.ts')).campaignListCommand,
  },
  {
    usage: 'show [options] [campaign]',
    description: 'medians, gains and verdicts, a line for each site and arm',
    load: async () => (await import('./campaign-report.ts')).campaignShowCommand,
  },
]
