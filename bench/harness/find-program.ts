import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** The program of this name on the PATH, or null. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | null {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder: the next one.
    }
  }
  return null
}

/** The PATH, and before it the programs that npm has installed in this folder, where one is given. */
export function pathWith(folder: string | undefined): string {
  const installed = folder === undefined ? [] : [resolve(folder, 'node_modules', '.bin'), resolve(folder)]
  return [...installed, process.env.PATH ?? ''].join(delimiter)
}
