import { Command } from 'commander'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { sqliteFile } from '../options/sqlite-file-option.ts'
import { countText } from '../output/text.ts'
import { stampOf } from './backup.ts'

interface RestoreOptions {
  readonly replace?: true
  readonly database: string
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'the backup')
    .option('--replace', 'a database that is there is kept beside it, under another name')
    .addOption(databaseOption())
    .action(async (file: string, { replace, database }: RestoreOptions) => {
      const to = sqliteFile(database, 'pg_restore')
      const { OccupiedError, restoreSqlite } = await import('../../db/maintenance/restore.ts')
      const restored = await restoreSqlite(file, to, {
        replace: replace === true,
        stamp: stampOf(new Date()),
      }).catch((error: unknown) => {
        if (error instanceof OccupiedError) throw new CliError(EXIT.usage, error.message, { cause: error })
        throw error
      })
      const rows = [...restored.rows.values()].reduce((sum, n) => sum + n, 0)
      console.log(
        `${to}: restored from ${file}, ${countText(rows, 'row')} of ${countText(restored.rows.size, 'table')}`,
      )
      if (restored.aside !== null) console.log(`what was there before is ${restored.aside}`)
    })
}
