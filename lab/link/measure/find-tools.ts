import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Tool {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
}

/** ping and iperf3 of the PATH, else where scripts/setup-link.sh unpacked them below `cacheDir`; null where in neither. */
export function findTools(cacheDir: string): { readonly ping: Tool | null; readonly iperf3: Tool | null } {
  return { ping: find('ping', cacheDir), iperf3: find('iperf3', cacheDir) }
}

function find(name: string, cacheDir: string): Tool | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const folder of folders)
    if (existsSync(join(folder, name))) return { path: join(folder, name), env: process.env }
  const root = join(cacheDir, 'link/root')
  const path = ['bin', 'usr/bin'].map((folder) => join(root, folder, name)).find((file) => existsSync(file))
  return path === undefined ? null : { path, env: { ...process.env, LD_LIBRARY_PATH: libraries(root) } }
}

/** Debian's folders of shared libraries: lib, and of it that of the machine's architecture. */
function libraries(root: string): string {
  const triplet = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  return ['usr/lib', 'lib'].map((folder) => join(root, folder, triplet)).join(delimiter)
}
