import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { createInvite, revokeInvite } from '../../db/field/field-invites.ts'
import { listStudies } from '../../db/field/field-studies.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { pilotName } from './contributions-arguments.ts'

interface InviteOptions {
  readonly pilot: string
  readonly database: string
}

/** `towline contributions invite`: a token for somebody in a closed pilot (safety.md ING-16). */
export function inviteCommand(): Command {
  return new Command('invite')
    .requiredOption('--pilot <name>', 'the pilot', pilotName)
    .addOption(databaseOption())
    .action(async ({ pilot, database }: InviteOptions) => {
      await using db = await openDatabase({ url: database })
      const studies = await listStudies(db)
      if (!studies.some((study) => study.pilot === pilot))
        throw new CliError(
          EXIT.noInput,
          `there is no study of the pilot '${pilot}': open it with \`towline contributions open --pilot ${pilot}\``,
        )
      console.log(await createInvite(db, pilot, today()))
    })
}

/** `towline contributions revoke`: its token is worth nothing any more. */
export function revokeCommand(): Command {
  return new Command('revoke')
    .argument('<token>', 'the token, or its SHA-256')
    .addOption(databaseOption())
    .action(async (token: string, { database }: { readonly database: string }) => {
      await using db = await openDatabase({ url: database })
      if (!(await revokeInvite(db, token, today())))
        throw new CliError(EXIT.noInput, 'there is no such invite, or it had been revoked')
      console.log('the invite is revoked')
    })
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
