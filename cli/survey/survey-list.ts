import { type List, openList } from '../../crawler/list/open-list.ts'
import type { RunOptions } from '../options/run-options.ts'
import { userAgentOf } from '../options/run-settings.ts'
import { visible } from '../output/text.ts'

const SHOWN_BAD_LINES = 5

type ListOptions = Pick<
  RunOptions,
  'allowAddress' | 'cache' | 'contact' | 'list' | 'top' | 'trancoDate' | 'trancoId' | 'userAgent'
>

/** Opens the list that the options name and says what is wrong with it. */
export async function openRunList(
  options: ListOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<List> {
  const { list: file, trancoId: id, trancoDate: date } = options
  const tranco = id !== undefined ? { id } : date !== undefined ? { date } : ({ newest: true } as const)
  const list = await openList(file !== undefined ? { file } : { tranco }, {
    cacheDir: options.cache,
    signal,
    userAgent: userAgentOf(options),
  })
  for (const warning of list.warnings) say(warning)
  if (list.badLineCount > 0) {
    say(`${visible(list.source)}: ${list.badLineCount} of ${list.size + list.badLineCount} lines left out`)
    for (const { line, text, why } of list.badLines.slice(0, SHOWN_BAD_LINES))
      say(`  line ${line}: ${why}: ${visible(text)}`)
    if (list.badLineCount > SHOWN_BAD_LINES) say(`  and ${list.badLineCount - SHOWN_BAD_LINES} more`)
  }
  return list
}
