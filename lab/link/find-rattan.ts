import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SandboxUnavailable } from '../sandbox/unavailable.ts'

/**
 * The program rattan: of the PATH, else where scripts/setup-link.sh built it below `cacheDir`.
 * @throws SandboxUnavailable where it is in neither place.
 */
export function findRattan(cacheDir: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const folder of [...folders, join(cacheDir, 'link/bin')]) {
    const program = join(folder, 'rattan')
    if (isExecutable(program)) return program
  }
  throw new SandboxUnavailable(
    'an emulated link needs netem, which this kernel does not have, or the program rattan: run scripts/setup-link.sh',
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: looked for elsewhere.
    return false
  }
}
