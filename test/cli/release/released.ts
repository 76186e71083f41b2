import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { writeRelease } from '../../../cli/release/write-release.ts'
import { openDatabase } from '../../../db/connection/open.ts'

export type FoundRow = Readonly<Record<string, unknown>>

/** A data set in a folder of its own, gone in the end. */
export interface Released extends AsyncDisposable {
  readonly folder: string
  /** Rows of the last statement; whole numbers as numbers. */
  query(sql: string): Promise<readonly FoundRow[]>
}

/** Releases what is in a database, without a process of its own; with CSV of every table where nothing else is asked for. */
export async function released(
  database: string,
  { csvMaxRows = Number.POSITIVE_INFINITY }: { readonly csvMaxRows?: number } = {},
): Promise<Released> {
  await using resources = new AsyncDisposableStack()
  const parent = await mkdtemp(join(tmpdir(), 'towline-release-'))
  resources.defer(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'towline-2026-11')
  await using db = await openDatabase({ url: database, readOnly: true })
  const temporaryFolder = join(parent, 'temporary')
  await mkdir(folder)
  await mkdir(temporaryFolder)
  await writeRelease({
    ...{
      db,
      folder,
      temporaryFolder,
      name: 'towline-2026-11',
      license: 'CC-BY-4.0',
      author: 'A group',
      url: null,
    },
    signal: new AbortController().signal,
    csvMaxRows,
    now: () => '2026-11-30T12:00:00.000Z',
    progress: () => undefined,
  })
  const instance = await DuckDBInstance.create(':memory:', {
    file_search_path: folder,
    autoinstall_known_extensions: 'false',
  })
  resources.defer(() => instance.closeSync())
  const connection = await instance.connect()
  resources.defer(() => connection.closeSync())
  const owned = resources.move()
  return {
    folder,
    async query(sql) {
      const rows = (await connection.runAndReadAll(sql)).getRowObjectsJS()
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'bigint' ? Number(value) : value,
          ]),
        ),
      )
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
