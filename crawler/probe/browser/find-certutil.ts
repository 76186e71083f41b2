import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cacheFolder } from '../../process/cache-folder.ts'

export interface Certutil {
  readonly program: string
  /** What it needs in its environment to find its libraries; empty for the machine's own. */
  readonly env: { readonly LD_LIBRARY_PATH?: string }
}

/**
 * NSS's certutil, which puts a private root into a profile: the machine's, else what scripts/setup-browser.sh has
 * unpacked. Null where there is none.
 * @param cacheDir default: `cacheFolder()`
 */
export function findCertutil(cacheDir: string = cacheFolder()): Certutil | null {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'certutil'))
    .find((file) => existsSync(file))
  if (onPath !== undefined) return { program: onPath, env: {} }
  const root = join(cacheDir, 'nss', 'root')
  const unpacked = join(root, 'usr/bin/certutil')
  if (!existsSync(unpacked)) return null
  const libraries = join(root, 'usr/lib')
  const folders = existsSync(libraries)
    ? readdirSync(libraries)
        .filter((name) => name.includes('-linux-'))
        .map((name) => join(libraries, name))
    : []
  return { program: unpacked, env: { LD_LIBRARY_PATH: folders.join(delimiter) } }
}
