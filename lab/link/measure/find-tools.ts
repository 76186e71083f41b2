import { join } from 'node:path'
import { findProgram, unpackedLibraries } from '../../../crawler/process/find-program.ts'

export interface Tool {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
}

/** ping and iperf3 of the PATH, else where scripts/setup-link.sh unpacked them below `cacheDir`; null where in neither. */
export function findTools(cacheDir: string): { readonly ping: Tool | null; readonly iperf3: Tool | null } {
  return { ping: find('ping', cacheDir), iperf3: find('iperf3', cacheDir) }
}

function find(name: string, cacheDir: string): Tool | null {
  const installed = findProgram(name)
  if (installed !== null) return { path: installed, env: process.env }
  const root = join(cacheDir, 'link/root')
  const path = findProgram(name, [join(root, 'bin'), join(root, 'usr/bin')])
  return path === null ? null : { path, env: { ...process.env, LD_LIBRARY_PATH: unpackedLibraries(root) } }
}
