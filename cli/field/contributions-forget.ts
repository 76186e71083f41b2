import { Command } from 'commander'
import { readText } from '../../crawler/files/read-file.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { forgetContributors } from '../../db/field/forget-contributors.ts'
import { cidHash } from '../../server/collection/contribution-row.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { countText } from '../output/text.ts'
import { cidOf } from './contributions-arguments.ts'

interface ForgetOptions {
  readonly file?: string
  readonly database: string
}

/** `towline contributions forget`: for somebody who writes to the operator instead of using the extension (safety.md P7). */
export function contributionsForgetCommand(): Command {
  return new Command('forget')
    .argument('[cid...]', 'pseudonyms, as the extension shows them')
    .option('--file <file>', 'a file of pseudonyms, one a line')
    .addOption(databaseOption())
    .action(async (named: string[], options: ForgetOptions) => {
      const cids = [...named, ...(options.file === undefined ? [] : await linesIn(options.file))]
      if (cids.length === 0) throw new CliError(EXIT.usage, 'name pseudonyms, or a file of them with --file')
      // Never repeated: a pseudonym is a secret of its owner (safety.md P6).
      const wrong = cids.findIndex((cid) => cidOf(cid) === null)
      if (wrong >= 0)
        throw new CliError(
          EXIT.usage,
          `pseudonym ${wrong + 1} is none: they have 43 letters, digits, - and _`,
        )
      await using db = await openDatabase({ url: options.database })
      const loads = await forgetContributors(db, cids.map(cidHash))
      console.log(`${countText(loads, 'contribution')} of ${countText(cids.length, 'pseudonym')} deleted`)
    })
}

const MAX_LIST_BYTES = 100_000_000

async function linesIn(file: string): Promise<string[]> {
  const lines = (await readText(file, { maxBytes: MAX_LIST_BYTES })).split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}
