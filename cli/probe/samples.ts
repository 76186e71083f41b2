import type { CommandTable } from '../options/command-table.ts'

export const SAMPLES_COMMANDS: CommandTable = [
  {
    usage: 'export [options]',
    description: 'every load of a campaign, warm-ups and failures included',
    load: async () => (await import('./samples-export.ts')).samplesExportCommand,
  },
]
