import type { CommandTable } from '../options/command-table.ts'

/** `towline contributions …`: what the operator of a collection does. */
export const CONTRIBUTIONS_COMMANDS: CommandTable = [
  {
    usage: 'open [options]',
    description: 'From now on takes contributions for the sites of a survey.',
    load: async () => (await import('./contributions-study.ts')).openCommand,
  },
  {
    usage: 'close [options] <list>',
    description: 'Takes no more contributions for a study; what was taken stays, and is released.',
    load: async () => (await import('./contributions-study.ts')).closeCommand,
  },
  {
    usage: 'release [options]',
    description:
      'Makes the weekly release of each study: once a week, a fixed snapshot. A server that runs does ' +
      'it by itself.',
    load: async () => (await import('./contributions-release.ts')).contributionsReleaseCommand,
  },
  {
    usage: 'purge [options]',
    description:
      'Deletes contributions before they are 13 months old, by the month, and keys of requests after ' +
      '14 days. A server that runs does it by itself.',
    load: async () => (await import('./contributions-purge.ts')).contributionsPurgeCommand,
  },
  {
    usage: 'forget [options] [cid...]',
    description: 'Deletes all that these pseudonyms contributed. Published curves follow within a day.',
    load: async () => (await import('./contributions-forget.ts')).contributionsForgetCommand,
  },
  {
    usage: 'stats [options]',
    description:
      'Studies, and what came in by day and protocol. For the operator alone: shows what is below the ' +
      'thresholds.',
    load: async () => (await import('./contributions-stats.ts')).contributionsStatsCommand,
  },
  {
    usage: 'invite [options]',
    description: 'Makes an invite of a closed pilot and prints its token, which is kept nowhere.',
    load: async () => (await import('./contributions-invite.ts')).inviteCommand,
  },
  {
    usage: 'revoke [options] <token>',
    description: 'Makes an invite worthless; what was contributed by it stays.',
    load: async () => (await import('./contributions-invite.ts')).revokeCommand,
  },
  {
    usage: 'export [options]',
    description: 'The published curves of the newest release: what everybody may see.',
    load: async () => (await import('./contributions-export.ts')).contributionsExportCommand,
  },
]
