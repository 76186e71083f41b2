import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../db/connection/database.ts'
import { type CsvPart, csvParts } from '../../db/release/csv-parts.ts'
import { LARGE_TABLES, type LargeTableName } from '../../db/release/large-tables.ts'
import type { PublishedRuns } from '../../db/release/published-runs.ts'
import type { ReleaseColumn, ReleaseTable } from '../../model/release/release-table.ts'
import {
  RELEASE_TABLE_NAMES,
  RELEASE_TABLES,
  type ReleaseTableName,
} from '../../model/release/release-tables.ts'
import { withoutPaths } from '../../model/without-paths.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { writeCsvFile, zstdToGzip } from './csv-file.ts'
import type { ParquetWriter } from './parquet.ts'
import type { SmallRow, SmallTableName, SmallTables } from './small-tables.ts'

export interface DataFile {
  /** Path within the data set, with `/`. */
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

export interface WrittenTable {
  readonly name: ReleaseTableName
  readonly table: ReleaseTable
  readonly rows: number
  /** Is null where the data set has none of this table. */
  readonly csv: DataFile | null
  readonly parquet: DataFile
}

interface DataFilesOptions {
  readonly db: Database
  readonly runs: PublishedRuns
  readonly small: SmallTables
  readonly folder: string
  /** Folder for CSV on its way to Parquet. */
  readonly temporaryFolder: string
  /** Tables of more rows are written as Parquet alone; null: all are. */
  readonly csvMaxRows: number | null
  readonly parquet: ParquetWriter
  readonly signal: AbortSignal
  readonly progress: (table: string, rows: number) => void
}

/** Makes Parquet and CSV of every table of one text, so that both hold the same to the last digit. */
export async function writeDataFiles(options: DataFilesOptions): Promise<readonly WrittenTable[]> {
  const { db, runs, small, folder, temporaryFolder, csvMaxRows, signal, progress } = options
  if (csvMaxRows !== null) await mkdir(join(folder, 'csv'))
  await mkdir(join(folder, 'parquet'))
  const written: WrittenTable[] = []
  // The database reads the next table while DuckDB works on one.
  let converting: Promise<WrittenTable> | null = null
  const finish = async (): Promise<void> => {
    if (converting !== null) written.push(await converting)
  }
  for (const name of RELEASE_TABLE_NAMES) {
    const table = RELEASE_TABLES[name]
    const file = join(temporaryFolder, `${name}.csv.zst`)
    const parts = isLarge(name)
      ? csvParts(db, name, table, runs)
      : [smallPart(table, small[name as SmallTableName])]
    const rows = await writeCsvFile({
      ...{ file, table, parts, signal },
      written: (count) => progress(name, count),
    }).catch(async (error: unknown) => {
      // Nothing may still write into the folder when it is deleted.
      await converting?.catch(() => undefined)
      throw error
    })
    await finish()
    converting = convert({ name, table, rows }, file, options)
    // Its failure is met by the next `finish`.
    converting.catch(() => undefined)
  }
  await finish()
  signal.throwIfAborted()
  return written
}

function isLarge(name: ReleaseTableName): name is LargeTableName {
  return name in LARGE_TABLES
}

function smallPart(table: ReleaseTable, rows: Parameters<typeof smallCsv>[1]): CsvPart {
  return { text: smallCsv(table, rows), rows: rows.length }
}

/** Both at once; settles when neither is at work any more. */
async function convert(
  written: Pick<WrittenTable, 'name' | 'table' | 'rows'>,
  file: string,
  { folder, csvMaxRows, parquet: writer, signal }: DataFilesOptions,
): Promise<WrittenTable> {
  const { name, table, rows } = written
  const path = `parquet/${name}.parquet`
  const csvPath = csvMaxRows !== null && rows <= csvMaxRows ? `csv/${name}.csv.gz` : null
  const gzipping = csvPath === null ? null : zstdToGzip(file, join(folder, csvPath), signal)
  const [converted, gzipped] = await Promise.allSettled([
    writer.convert({ csv: file, parquet: join(folder, path) }, table),
    gzipping,
  ])
  if (converted.status === 'rejected') throw converted.reason
  if (gzipped.status === 'rejected') throw gzipped.reason
  if (converted.value !== rows)
    throw new CliError(
      EXIT.data,
      `${name} has ${rows} rows in the database and ${converted.value} in its Parquet file: a value of it cannot be published`,
    )
  await rm(file)
  return {
    ...written,
    csv: csvPath === null ? null : await describeFile(folder, csvPath),
    parquet: await describeFile(folder, path),
  }
}

export async function describeFile(folder: string, path: string): Promise<DataFile> {
  const file = join(folder, path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { path, sizeBytes: (await stat(file)).size, sha256: hash.digest('hex') }
}

/** Rows as CSV with their line ends, by the same rules as `csvExpression` of db/release. */
function smallCsv({ columns }: ReleaseTable, rows: readonly SmallRow[]): string {
  return rows
    .map((row) => {
      const cells = Object.entries(columns).map(([name, column]) => cell(name, column, row[camelCase(name)]))
      return `${cells.join(',')}\r\n`
    })
    .join('')
}

function cell(name: string, { type, nullable, words }: ReleaseColumn, value: unknown): string {
  if (value === undefined) throw new Error(`a row has no ${name}`)
  if (value === null) {
    if (nullable !== true) throw new Error(`${name} is null in a row`)
    return ''
  }
  if (type === 'json') return quoted(JSON.stringify(value))
  if (type === 'text') return quoted(words === true ? withoutPaths(String(value)) : String(value))
  return String(value)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** `h3_claimed_dns` to `h3ClaimedDns`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
