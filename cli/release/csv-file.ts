import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { CsvPart } from '../../db/release/csv-parts.ts'
import type { ReleaseTable } from '../../model/release/release-table.ts'

export interface CsvFileOptions {
  readonly file: string
  readonly table: ReleaseTable
  readonly parts: AsyncIterable<CsvPart> | Iterable<CsvPart>
  /** For nothing but to be turned into Parquet. */
  readonly isTemporary: boolean
  readonly signal: AbortSignal
  /** Called after each part with the rows so far. */
  readonly written: (rows: number) => void
}

/** Above 4 a table of millions takes twice as long and is a few percent smaller. */
const GZIP_LEVEL = { published: 4, temporary: 1 } as const

/** Writes a table as CSV under gzip. Resolves to its rows. */
export async function writeCsvFile({
  file,
  table,
  parts,
  isTemporary,
  signal,
  written,
}: CsvFileOptions): Promise<number> {
  let rows = 0
  async function* texts(): AsyncIterable<string> {
    yield `${Object.keys(table.columns).join(',')}\r\n`
    for await (const part of parts) {
      signal.throwIfAborted()
      rows += part.rows
      yield part.text
      written(rows)
    }
  }
  await pipeline(
    Readable.from(texts(), { highWaterMark: 1 }),
    createGzip({ level: isTemporary ? GZIP_LEVEL.temporary : GZIP_LEVEL.published }),
    createWriteStream(file),
    {
      signal,
    },
  )
  return rows
}
