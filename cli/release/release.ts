import { mkdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { DATA_LICENSE_IDS, type DataLicenseId, DEFAULT_DATA_LICENSE } from '../../model/data-license.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { createStaticFolder } from '../export/static-folder.ts'
import { databaseOption } from '../options/database.ts'
import type { Terminal } from '../output/guard-output.ts'
import { countText } from '../output/text.ts'
import { writeRelease } from './write-release.ts'

const EVERY_MS = 5_000

/** A line on the error stream every few seconds: the table, and its rows so far. */
function releaseProgress(out: Terminal, clock: () => number): (table: string, rows: number) => void {
  let shownAtMs = clock()
  return (table, rows) => {
    if (clock() - shownAtMs < EVERY_MS) return
    shownAtMs = clock()
    out.write(`${table}: ${rows.toLocaleString('en')} rows\n`)
  }
}

/** Spreadsheets take 1,048,576 rows; of more, programs read Parquet (docs/decisions/031-parquet.md). */
const CSV_MAX_ROWS = { small: 1_000_000, all: Number.POSITIVE_INFINITY, none: null } as const

interface ReleaseOptions {
  readonly out: string
  readonly license: DataLicenseId
  readonly author: string
  readonly url?: string
  readonly csv: keyof typeof CSV_MAX_ROWS
  readonly database: string
}

/** `towline release`: everything finished in a database as a data set to be published. */
export function releaseCommand(): Command {
  return new Command('release')
    .requiredOption(
      '--out <folder>',
      'where to; a new or empty folder, whose name becomes that of the data set',
    )
    .addOption(
      new Option('--license <id>', 'terms under which others may use it')
        .choices([...DATA_LICENSE_IDS])
        .default(DEFAULT_DATA_LICENSE),
    )
    .option('--author <name>', 'who publishes it, as it is to be cited', 'Operator of this towline')
    .option('--url <url>', 'where it will be found', webAddress)
    .addOption(
      new Option(
        '--csv <tables>',
        'which tables are CSV as well: those of up to a million rows, all, or none',
      )
        .choices(Object.keys(CSV_MAX_ROWS))
        .default('small'),
    )
    .addOption(databaseOption())
    .action(release)
}

async function release(options: ReleaseOptions): Promise<void> {
  const path = resolve(options.out)
  await using interrupted = untilInterrupted()
  await using db = await openDatabase({ url: options.database, readOnly: true })
  await using folder = await createStaticFolder(path)
  const temporaryFolder = join(folder.partial, '.temporary')
  await mkdir(temporaryFolder)
  const { tables, sizeBytes } = await writeRelease({
    ...{ db, folder: folder.partial, temporaryFolder, signal: interrupted.signal },
    name: basename(path),
    license: options.license,
    author: options.author,
    url: options.url ?? null,
    csvMaxRows: CSV_MAX_ROWS[options.csv],
    now: () => new Date().toISOString(),
    progress: releaseProgress(process.stderr, () => performance.now()),
  })
  await rm(temporaryFolder, { recursive: true, force: true })
  interrupted.signal.throwIfAborted()
  await folder.publish()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${options.out}: ${countText(tables.length, 'table')}, ${rows.toLocaleString('en')} rows, ${(sizeBytes / 1e6).toFixed(1)} MB`,
  )
  const withoutCsv = tables.filter(({ csv }) => csv === null).map(({ name }) => name)
  if (options.csv === 'small' && withoutCsv.length > 0)
    console.log(`too large for CSV, so as Parquet alone: ${withoutCsv.join(', ')} (--csv all writes them)`)
}

function webAddress(text: string): string {
  if (!/^https?:\/\/[!-~]+$/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('must be an address such as https://example.org/data.')
  return text
}
