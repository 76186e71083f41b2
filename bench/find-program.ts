import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

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
