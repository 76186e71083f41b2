import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Released } from './released.ts'

/** Everything that a data set says, by file: CSV without its gzip, Parquet as the rows it holds. */
export async function dataSetText({ folder, query }: Released): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1)
    const bytes = await readFile(file)
    if (path.endsWith('.gz')) texts.set(path, gunzipSync(bytes).toString())
    else if (path.endsWith('.parquet'))
      texts.set(path, JSON.stringify([await query(`FROM '${path}'`), String(bytes)]))
    else texts.set(path, bytes.toString())
  }
  return texts
}
