import { findLabProgram } from '../process/find-program.ts'
import { programVersion } from '../process/program-version.ts'
import { findPrograms, type Programs } from '../sandbox/server/programs.ts'
import type { ServerName } from './servers.ts'

/** A server that is installed on this machine. */
export interface ServerProgram {
  readonly path: string
  /** What it says of itself: `nginx version: nginx/1.22.1`. */
  readonly version: string
  readonly env: Programs['env']
  /** Of Apache. */
  readonly apacheModules: string
}

/**
 * The program of a server: what scripts/setup-origin.sh built or scripts/setup-sandbox.sh unpacked below `cacheDir`,
 * else (the latter) what the machine has.
 * @throws SandboxUnavailable where it is not there, or older than its sources
 */
export async function findServerProgram(server: ServerName, cacheDir: string): Promise<ServerProgram> {
  if (server === 'towline') {
    const path = findLabProgram('towline-origin', cacheDir)
    const env = { PATH: process.env.PATH ?? '', LD_LIBRARY_PATH: '' }
    return { path, env, apacheModules: '', version: await programVersion(path, '--version', env) }
  }
  const programs = findPrograms(cacheDir)
  const [name, flag] = COMMANDS[server]
  const path = programs.path[name]
  const { env, apacheModules } = programs
  return { path, env, apacheModules, version: await programVersion(path, flag, env) }
}

const COMMANDS = {
  caddy: ['caddy', 'version'],
  nginx: ['nginx', '-v'],
  apache: ['apache2', '-v'],
} as const
