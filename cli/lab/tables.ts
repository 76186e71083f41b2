import type { CommandTable } from '../options/command-table.ts'

/** `towline tables …`: the papers’ tables, made from a file of medians. */
export const TABLES_COMMANDS: CommandTable = [
  {
    usage: 'cablelabs [options] <file>',
    description: 'Tables 5 to 11 of CableLabs 2012: gains by page, servers, loss, rate and round-trip time',
    load: async () => (await import('./cablelabs.ts')).cablelabsCommand,
  },
]
