import { Command } from 'commander'
import { type AdviceDocument, adviceSchema } from '../../advise/advice-document.ts'
import { adviceChanges } from '../../advise/compare-advice.ts'
import { readText } from '../../crawler/files/read-file.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { lineWidth, tableWidth, visible, wrap } from '../output/text.ts'

/** A result is some tens of kilobytes. */
const MOST_BYTES = 10_000_000

/** `towline advise compare`: what changed between two advices on a page. */
export function adviceCompareCommand(): Command {
  return new Command('compare')
    .description('What changed between two results that `towline advise --json` wrote of one page.')
    .argument('<before>', 'JSON file of the earlier one')
    .argument('<after>', 'JSON file of the later one')
    .action(async (before: string, after: string) => {
      const [was, is] = [await readAdviceFile(before), await readAdviceFile(after)]
      try {
        for (const change of adviceChanges(was, is))
          for (const line of wrap(visible(change), lineWidth(tableWidth()))) console.log(line)
      } catch (error) {
        if (error instanceof RangeError) throw new CliError(EXIT.usage, error.message, { cause: error })
        throw error
      }
    })
}

/** @throws CliError where it is none */
async function readAdviceFile(file: string): Promise<AdviceDocument> {
  const text = await readText(file, { maxBytes: MOST_BYTES }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new CliError(EXIT.noInput, `${file}: no such file`, { cause: error })
  })
  const read = adviceSchema.safeParse(parsed(text))
  if (read.success) return read.data
  throw new CliError(EXIT.data, `${file} is no result of towline advise --json`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
