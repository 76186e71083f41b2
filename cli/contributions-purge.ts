import { Command } from 'commander'
import { openDatabase } from '../db/open.ts'
import { firstKeptDay, purgeField } from '../server/field-keeper.ts'
import { databaseOption } from './database.ts'

/** `towline contributions purge`: deletes what is older than it may be (SAFETY P10). A running server does it hourly. */
export function contributionsPurgeCommand(): Command {
  return new Command('purge')
    .description(
      'Deletes contributions before they are 13 months old, by the month, and keys of requests after 14 days. A server that runs does it by itself.',
    )
    .addOption(databaseOption())
    .action(async ({ database }: { readonly database: string }) => {
      await using db = await openDatabase({ url: database })
      const today = new Date().toISOString().slice(0, 10)
      const { months, keys } = await purgeField(db, today)
      for (const { month, loads } of months) console.log(`${month}: ${loads} contributions deleted`)
      if (months.length === 0) console.log(`no contribution is of before ${firstKeptDay(today)}`)
      console.log(`${keys} keys deleted`)
    })
}
