import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'

/** The earliest that a zip file can name; a fixed moment, so that the same files make the same zip. */
const MOMENT = new Date(1980, 0, 1)

/** All files of a folder as a zip file: sorted, without times and rights, so that it depends on their bytes alone. */
export async function zipFolder(folder: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
  const files: Zippable = {}
  for (const name of names) files[name] = new Uint8Array(await readFile(join(folder, name)))
  return zipSync(files, { mtime: MOMENT, level: 9 })
}
