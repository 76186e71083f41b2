import type { CommandTable } from '../options/command-table.ts'

/** `towline samples …`: every sample of a campaign. */
export const SAMPLES_COMMANDS: CommandTable = [
  {
    usage: 'export [options]',
    description: 'every load of a campaign, warm-ups and failures included',
    load: async () => (await import('./samples-export.ts')).samplesExportCommand,
  },
]
