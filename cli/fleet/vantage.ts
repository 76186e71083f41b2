import type { CommandTable } from '../options/command-table.ts'

export const VANTAGE_COMMANDS: CommandTable = [
  {
    usage: 'list [options]',
    description: 'each with what its worker measured, and what its owner says',
    load: async () => (await import('./vantage-list.ts')).vantageListCommand,
  },
  {
    usage: 'adoption [options]',
    description: 'adoption from each: the newest survey of each list from each vantage point',
    load: async () => (await import('./vantage-adoption.ts')).vantageAdoptionCommand,
  },
  {
    usage: 'gains [options] <domain>',
    description: 'what a page gains from each, and whether that differs',
    load: async () => (await import('./vantage-gains.ts')).vantageGainsCommand,
  },
]
