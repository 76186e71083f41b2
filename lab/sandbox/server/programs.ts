import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SandboxUnavailable } from '../../process/unavailable.ts'

const SERVERS = ['caddy', 'nginx', 'apache2', 'lighttpd', 'dnsmasq'] as const
export type ProgramName = (typeof SERVERS)[number]

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
  const onPath = (process.env.PATH ?? '').split(delimiter).concat('/usr/sbin', '/sbin')
  const folders = [join(root, 'usr/bin'), join(root, 'usr/sbin'), ...onPath]
  const find = (names: readonly string[], inFolders: readonly string[]): string => {
    for (const folder of inFolders)
      for (const name of names) if (existsSync(join(folder, name))) return join(folder, name)
    throw new SandboxUnavailable(`${names[0]} is missing: run scripts/setup-sandbox.sh`)
  }
  for (const [program, owner] of Object.entries(NEEDED))
    if (!onPath.some((folder) => existsSync(join(folder, program))))
      throw new SandboxUnavailable(`the program '${program}' is missing: install the package ${owner}`)
  const path = Object.fromEntries(SERVERS.map((name) => [name, find([name], folders)]))
  return {
    path: path as Record<ProgramName, string>,
    apacheModules: moduleFolder(root, 'usr/lib/apache2/modules', 'mod_http2.so'),
    lighttpdModules: moduleFolder(root, 'usr/lib/lighttpd', 'mod_openssl.so'),
    env: {
      PATH: onPath.join(delimiter),
      LD_LIBRARY_PATH: libraryFolders(root).join(delimiter),
    },
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

/** Debian's multiarch folders (usr/lib/x86_64-linux-gnu) of the unpacked tree. */
function libraryFolders(root: string): string[] {
  return ['lib', 'usr/lib']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.includes('-linux-'))
}
