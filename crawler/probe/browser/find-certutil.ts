import { join } from 'node:path'
import { cacheFolder } from '../../process/cache-folder.ts'
import { findProgram, unpackedLibraries } from '../../process/find-program.ts'

interface Certutil {
  readonly program: string
  /** Environment that it needs to find its libraries; empty for the machine's own. */
  readonly env: { readonly LD_LIBRARY_PATH?: string }
}

/**
 * NSS's certutil, which puts a private root into a profile: the machine's, else what scripts/setup-browser.sh has
 * unpacked. Null where there is none.
 * @param cacheDir default: `cacheFolder()`
 */
export function findCertutil(cacheDir: string = cacheFolder()): Certutil | null {
  const installed = findProgram('certutil')
  if (installed !== null) return { program: installed, env: {} }
  const root = join(cacheDir, 'nss', 'root')
  const program = findProgram('certutil', [join(root, 'usr/bin')])
  return program === null ? null : { program, env: { LD_LIBRARY_PATH: unpackedLibraries(root) } }
}
