import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SandboxUnavailable } from '../../process/unavailable.ts'

/**
 * The program rattan: of the PATH, else where scripts/setup-link.sh built it below `cacheDir`.
 * @throws SandboxUnavailable where it is in neither place.
 */
export function findRattan(cacheDir: string): string {
  for (const folder of [...pathFolders(), join(cacheDir, 'link/bin')]) {
    const program = join(folder, 'rattan')
    if (isExecutable(program)) return program
  }
  throw new SandboxUnavailable(
    'an emulated link needs netem, which this kernel does not have, or the program rattan: run scripts/setup-link.sh',
  )
}

/** @throws SandboxUnavailable where there is no perl, by which rattan's buffers are set (rattan-config.ts) */
export function demandPerl(): void {
  if (!pathFolders().some((folder) => isExecutable(join(folder, 'perl'))))
    throw new SandboxUnavailable("the program 'perl' is missing: install the package perl-base")
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean)
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
