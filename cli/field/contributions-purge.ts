import { Command } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { clockDoubt } from '../../server/database/clock-doubt.ts'
import { firstRetainedDay, purgeField } from '../../server/field/field-keeper.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { countText } from '../output/text.ts'

/** `towline contributions purge`: deletes what is older than it may be (safety.md P10). A running server does it hourly. */
export function contributionsPurgeCommand(): Command {
  return new Command('purge')
    .option('--yes', 'believe the clock, though the newest day of the data is long ago')
    .addOption(databaseOption())
    .action(async ({ database, yes }: { readonly database: string; readonly yes?: true }) => {
      await using db = await openDatabase({ url: database })
      const today = new Date().toISOString().slice(0, 10)
      const doubt = yes === true ? null : await clockDoubt(db, today, 0)
      if (doubt !== null)
        throw new CliError(EXIT.data, `nothing is deleted: ${doubt}; where that is right, say --yes`)
      const { months, keys } = await purgeField(db, today)
      for (const { month, loads } of months)
        console.log(`${month}: ${countText(loads, 'contribution')} deleted`)
      if (months.length === 0) console.log(`no contribution is of before ${firstRetainedDay(today)}`)
      console.log(`${countText(keys, 'key')} deleted`)
    })
}
