import { Command } from 'commander'
import { contributionsExportCommand } from './contributions-export.ts'
import { contributionsForgetCommand } from './contributions-forget.ts'
import { inviteCommand, revokeCommand } from './contributions-invite.ts'
import { contributionsPurgeCommand } from './contributions-purge.ts'
import { contributionsReleaseCommand } from './contributions-release.ts'
import { contributionsStatsCommand } from './contributions-stats.ts'
import { closeCommand, openCommand } from './contributions-study.ts'

/** `towline contributions …`: what the operator of a collection does. */
export function contributionsCommand(): Command {
  return new Command('contributions')
    .description('What volunteers contribute: studies, invites, weekly releases, deletion.')
    .addCommand(openCommand())
    .addCommand(closeCommand())
    .addCommand(contributionsReleaseCommand())
    .addCommand(contributionsPurgeCommand())
    .addCommand(contributionsForgetCommand())
    .addCommand(contributionsStatsCommand())
    .addCommand(inviteCommand())
    .addCommand(revokeCommand())
    .addCommand(contributionsExportCommand())
}
