import { join } from 'node:path'
import { findProgram, pathFolders } from '../../../crawler/process/find-program.ts'
import { SandboxUnavailable } from '../../process/unavailable.ts'

/**
 * The program rattan: of the PATH, else where scripts/setup-link.sh built it below `cacheDir`.
 * @throws SandboxUnavailable where it is in neither place.
 */
export function findRattan(cacheDir: string): string {
  const program = findProgram('rattan', [...pathFolders(), join(cacheDir, 'link/bin')])
  if (program !== null) return program
  throw new SandboxUnavailable(
    'an emulated link needs netem, which this kernel does not have, or the program rattan: run scripts/setup-link.sh',
  )
}

/** @throws SandboxUnavailable where there is no perl, by which rattan's buffers are set (rattan-config.ts) */
export function demandPerl(): void {
  if (findProgram('perl') === null)
    throw new SandboxUnavailable("the program 'perl' is missing: install the package perl-base")
}
