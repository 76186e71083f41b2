import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PageFile } from './shape/page-file.ts'

/** Writes the files below `www/<host>/`; a path that ends in `/` is `index.html` there. */
export async function writePageFiles(www: string, files: readonly PageFile[]): Promise<void> {
  for (const { host, path, body } of files) {
    const file = join(www, host, path.endsWith('/') ? `${path}index.html` : path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, body)
  }
}
