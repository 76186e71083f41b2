import { Command, InvalidArgumentError } from 'commander'
import { type Column, textTable } from '../../cli/output/table.ts'
import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { quantile } from '../../stats/quantile.ts'
import { measureLoads } from './measured-loads.ts'

/** safety.md EXT-9. */
const MOST_MS = 5

interface Row {
  readonly page: string
  readonly timesMs: readonly number[]
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'page', cell: ({ page }) => page },
  { heading: 'n', cell: ({ timesMs }) => String(timesMs.length), align: 'right' },
  ...[0.5, 0.95, 1].map(
    (p): Column<Row> => ({
      heading: p === 1 ? 'most ms' : `p${100 * p} ms`,
      cell: ({ timesMs }) =>
        (
          quantile(
            timesMs.toSorted((a, b) => a - b),
            p,
          ) ?? 0
        ).toFixed(2),
      align: 'right',
    }),
  ),
]

/** What the extension costs pages: script time on the main thread, from Chromium's own trace. */
export function benchExtensionCommand(): Command {
  return new Command('bench-extension')
    .description('measures the script time that the extension takes of a page')
    .option('--loads <n>', 'loads of each page', whole, 50)
    .option('--parts <n>', 'requests of the page besides its document', whole, 200)
    .action(async ({ loads, parts }: { loads: number; parts: number }, command: Command) => {
      const executablePath = findBrowser()
      if (executablePath === null) return command.error('there is no Chromium: run scripts/setup-browser.sh')
      const options = { executablePath, loads, parts }
      const { allowedMs, otherMs, browserVersion } = await measureLoads(options)
      const badge = await measureLoads({ ...options, script: 'badge.js' })
      const rows = [
        { page: 'it collects on', timesMs: allowedMs },
        { page: 'it shows the badge of', timesMs: badge.allowedMs },
        { page: 'it may not read', timesMs: otherMs },
      ]
      process.stdout.write(
        `Script time of the extension, one page of ${parts + 1} requests, ${browserVersion}, traced\n\n${textTable(rows, COLUMNS)}\n`,
      )
      const allowed =
        quantile(
          allowedMs.toSorted((a, b) => a - b),
          0.5,
        ) ?? 0
      // No time at all would mean that the script was not there.
      const met = Math.max(...otherMs) === 0 && allowed > 0 && allowed < MOST_MS
      process.stdout.write(`under ${MOST_MS} ms, and nothing elsewhere: ${met ? 'met' : 'MISSED'}\n`)
      process.exitCode = met ? 0 : 1
    })
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('a whole number from 1 on is wanted')
  return value
}
