import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findProgram, systemFolders, unpackedLibraries } from '../../../crawler/process/find-program.ts'
import { SandboxUnavailable } from '../../process/unavailable.ts'

const SERVERS = ['caddy', 'nginx', 'apache2', 'lighttpd', 'dnsmasq'] as const
type ProgramName = (typeof SERVERS)[number]

export interface Programs {
  readonly path: Readonly<Record<ProgramName, string>>
  readonly apacheModules: string
  readonly lighttpdModules: string
  /** Environment they run with: the unpacked shared libraries are found by it. */
  readonly env: { readonly PATH: string; readonly LD_LIBRARY_PATH: string }
}

/**
 * Finds what scripts/setup-sandbox.sh unpacked below `cacheDir`, else what the machine has.
 * @throws SandboxUnavailable where a program is in neither place.
 */
export function findPrograms(cacheDir: string): Programs {
  const root = join(cacheDir, 'sandbox', 'root')
  const installed = systemFolders()
  const folders = [join(root, 'usr/bin'), join(root, 'usr/sbin'), ...installed]
  const find = (name: string): string => {
    const program = findProgram(name, folders)
    if (program === null) throw new SandboxUnavailable(`${name} is missing: run scripts/setup-sandbox.sh`)
    return program
  }
  for (const [program, owner] of Object.entries(NEEDED))
    if (findProgram(program, installed) === null)
      throw new SandboxUnavailable(`the program '${program}' is missing: install the package ${owner}`)
  const path = Object.fromEntries(SERVERS.map((name) => [name, find(name)]))
  return {
    path: path as Record<ProgramName, string>,
    apacheModules: moduleFolder(root, 'usr/lib/apache2/modules', 'mod_http2.so'),
    lighttpdModules: moduleFolder(root, 'usr/lib/lighttpd', 'mod_openssl.so'),
    env: { PATH: installed.join(delimiter), LD_LIBRARY_PATH: unpackedLibraries(root) },
  }
}

/** Programs that the machine itself must have, with their Debian packages. */
const NEEDED: Readonly<Record<string, string>> = {
  ip: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
}

function moduleFolder(root: string, folder: string, module: string): string {
  for (const prefix of [root, '/']) if (existsSync(join(prefix, folder, module))) return join(prefix, folder)
  throw new SandboxUnavailable(`${module} is missing: run scripts/setup-sandbox.sh`)
}
