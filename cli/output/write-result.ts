import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Writes a file that was asked for by name, with the folders above it. */
export async function writeResult(file: string, text: string): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true })
  await writeFile(file, text)
}
