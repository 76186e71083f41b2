import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReleaseTable, ReleaseType } from '../../model/release/release-table.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

/**
 * DuckDB's names of the types. JSON stays text, which every reader of Parquet knows. Times are in UTC, and the files say so
 * (`isAdjustedToUTC`).
 */
const DUCKDB_TYPES: Readonly<Record<ReleaseType, string>> = {
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  code: 'VARCHAR',
  text: 'VARCHAR',
  instant: 'TIMESTAMPTZ',
  day: 'DATE',
  json: 'VARCHAR',
}

export interface ParquetWriter extends AsyncDisposable {
  /** Resolves to the rows that were written. Rejects where the file is no such CSV. */
  convert(files: { readonly csv: string; readonly parquet: string }, table: ReleaseTable): Promise<number>
  readonly version: string
}

interface ParquetWriterOptions {
  /** Says for what does not fit into memory. */
  readonly temporaryFolder: string
  readonly signal: AbortSignal
}

/** DuckDB's share of the memory, of which it needs little: a row group a thread. */
const MEMORY = '150MB'
const THREADS = '2'
/** Bytes of the CSV at a time; a line may have half of it. */
const BUFFER_BYTES = 4 * 2 ** 20

/**
 * DuckDB as the writer (docs/decisions/031-parquet.md). It reads the files of the data set and no settings, and may not fetch
 * extensions.
 */
export async function openParquetWriter({
  temporaryFolder,
  signal,
}: ParquetWriterOptions): Promise<ParquetWriter> {
  // 70 MB of program: no other command is to load it.
  const { DuckDBInstance, version } = await import('@duckdb/node-api').catch((error: unknown) => {
    throw new CliError(
      EXIT.unavailable,
      `a release has Parquet files, which DuckDB writes, and there is none for ${process.platform} on ${process.arch}: ` +
        'write it on another machine from a copy of the database (towline backup)',
      { cause: error },
    )
  })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    threads: THREADS,
    temp_directory: temporaryFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  const interrupt = (): void => connection.interrupt()
  signal.addEventListener('abort', interrupt)
  return {
    version: version(),
    convert: (files, table) => convert(connection, files, table, signal),
    async [Symbol.asyncDispose]() {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function convert(
  connection: DuckDBConnection,
  { csv, parquet }: { readonly csv: string; readonly parquet: string },
  { columns }: ReleaseTable,
  signal: AbortSignal,
): Promise<number> {
  const types = Object.entries(columns).map(
    ([name, { type }]) => `${text(name)}: ${text(DUCKDB_TYPES[type])}`,
  )
  const read = `read_csv(${text(csv)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
    buffer_size = ${BUFFER_BYTES}, nullstr = '', allow_quoted_nulls = false, strict_mode = true, columns = {${types.join(', ')}})`
  try {
    const answer = await connection.runAndReadAll(
      `COPY (SELECT * FROM ${read}) TO ${text(parquet)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)`,
    )
    return Number(answer.getRows()[0]?.[0])
  } catch (error) {
    // An interrupted statement fails as any does.
    signal.throwIfAborted()
    const { message } = error as Error
    // The CSV is what the database holds: what DuckDB cannot read of it no towline has recorded.
    if (!/^(?:Invalid Input|Conversion|Not implemented|Out of Range) Error/.test(message)) throw error
    throw new CliError(
      EXIT.data,
      `the database holds a value that cannot be published (${message.replaceAll(/\s+/g, ' ').slice(0, 200)})`,
      { cause: error },
    )
  }
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
