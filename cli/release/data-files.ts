import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../db/connection/database.ts'
import { type CsvPart, csvParts } from '../../db/release/csv-parts.ts'
import { LARGE_TABLES, type LargeTableName } from '../../db/release/large-tables.ts'
import type { PublishedRuns } from '../../db/release/published-runs.ts'
import type { ReleaseTable } from '../../model/release/release-table.ts'
import {
  RELEASE_TABLE_NAMES,
  RELEASE_TABLES,
  type ReleaseTableName,
} from '../../model/release/release-tables.ts'
import { writeCsvFile } from './csv-file.ts'
import type { ParquetWriter } from './parquet.ts'
import { smallCsv } from './small-csv.ts'
import type { SmallTableName, SmallTables } from './small-tables.ts'

export interface DataFile {
  /** Within the data set, with `/`. */
  readonly path: string
  readonly sizeBytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface WrittenTable {
  readonly name: ReleaseTableName
  readonly table: ReleaseTable
  readonly rows: number
  /** Null: the data set has none. */
  readonly csv: DataFile | null
  readonly parquet: DataFile
}

export interface DataFilesOptions {
  readonly db: Database
  readonly runs: PublishedRuns
  readonly small: SmallTables
  readonly folder: string
  /** Where CSV is written that is not to be published; null: it is. */
  readonly csvFolder: string | null
  readonly parquet: ParquetWriter
  readonly signal: AbortSignal
  readonly progress: (table: string, rows: number) => void
}

/** Writes every table as CSV and, from that file, as Parquet, so that both hold the same to the last digit. */
export async function writeDataFiles(options: DataFilesOptions): Promise<readonly WrittenTable[]> {
  const { db, runs, small, folder, csvFolder, parquet, signal, progress } = options
  if (csvFolder === null) await mkdir(join(folder, 'csv'))
  await mkdir(join(folder, 'parquet'))
  const written: WrittenTable[] = []
  // While DuckDB works on one table the database reads the next.
  let converting: Promise<WrittenTable> | null = null
  const finish = async (): Promise<void> => {
    if (converting !== null) written.push(await converting)
  }
  for (const name of RELEASE_TABLE_NAMES) {
    const table = RELEASE_TABLES[name]
    const csv = csvFolder === null ? join(folder, csvPath(name)) : join(csvFolder, `${name}.csv.gz`)
    const parts = isLarge(name)
      ? csvParts(db, name, table, runs)
      : [smallPart(table, small[name as SmallTableName])]
    const rows = await writeCsvFile({
      ...{ file: csv, table, parts, signal },
      written: (count) => progress(name, count),
    }).catch(async (error: unknown) => {
      // Nothing may still write into the folder when it is deleted.
      await converting?.catch(() => undefined)
      throw error
    })
    await finish()
    converting = toParquet({ name, table, rows }, csv, {
      folder,
      writer: parquet,
      keepsCsv: csvFolder === null,
    })
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

function csvPath(name: ReleaseTableName): string {
  return `csv/${name}.csv.gz`
}

async function toParquet(
  written: Pick<WrittenTable, 'name' | 'table' | 'rows'>,
  csvFile: string,
  {
    folder,
    writer,
    keepsCsv,
  }: { readonly folder: string; readonly writer: ParquetWriter; readonly keepsCsv: boolean },
): Promise<WrittenTable> {
  const { name, table, rows } = written
  const path = `parquet/${name}.parquet`
  const converted = await writer.convert({ csv: csvFile, parquet: join(folder, path) }, table)
  if (converted !== rows)
    throw new Error(`${name} has ${rows} rows in the database and ${converted} in its Parquet file`)
  if (!keepsCsv) await rm(csvFile)
  const csv = keepsCsv ? await describeFile(folder, csvPath(name)) : null
  return { ...written, csv, parquet: await describeFile(folder, path) }
}

export async function describeFile(folder: string, path: string): Promise<DataFile> {
  const file = join(folder, path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { path, sizeBytes: (await stat(file)).size, sha256: hash.digest('hex') }
}
