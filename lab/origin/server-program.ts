import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findLabProgram } from '../process/find-program.ts'
import { programVersion } from '../process/program-version.ts'
import { SandboxUnavailable } from '../process/unavailable.ts'
import { findPrograms, type Programs } from '../sandbox/server/programs.ts'
import { SERVERS, type ServerName, type ServerProgramName } from './servers.ts'

export interface ServerProgram {
  readonly path: string
  readonly version: string
  readonly env: Programs['env']
  /** Folder of Apache's modules. */
  readonly apacheModules: string
}

/**
 * The program of a server: what its part of scripts/setup.sh built or unpacked below `cacheDir`, else, of the sandbox's
 * servers, what the machine has.
 * @throws SandboxUnavailable where it is not there, or older than its sources
 */
export async function findServerProgram(server: ServerName, cacheDir: string): Promise<ServerProgram> {
  const { path, flag, env, apacheModules = '' } = placeOf(SERVERS[server].program, cacheDir)
  return { path, env, apacheModules, version: await programVersion(path, flag, env) }
}

/** Says why a server is not on this machine, with the command that brings it; null where it is there. */
export function whyNoProgram(server: ServerName, cacheDir: string): string | null {
  try {
    placeOf(SERVERS[server].program, cacheDir)
    return null
  } catch (error) {
    if (error instanceof SandboxUnavailable) return error.message
    throw error
  }
}

interface Place extends Pick<ServerProgram, 'path' | 'env'> {
  /** It says its version. */
  readonly flag: string
  readonly apacheModules?: string
}

function placeOf(program: ServerProgramName, cacheDir: string): Place {
  const env = { PATH: process.env.PATH ?? '', LD_LIBRARY_PATH: '' }
  switch (program) {
    case 'towline-origin':
    case 'towline-quiche':
      return { path: findLabProgram(program, cacheDir), flag: '--version', env }
    case 'nginx-quic': {
      const path = join(cacheDir, 'stack-nginx', 'nginx')
      if (!existsSync(path))
        throw new SandboxUnavailable('nginx with HTTP/3 is not there: run scripts/setup.sh stack-nginx')
      return { path, flag: '-v', env }
    }
    default: {
      const { path, ...programs } = findPrograms(cacheDir)
      const [name, flag] = COMMANDS[program]
      return { path: path[name], flag, ...programs }
    }
  }
}

const COMMANDS = {
  caddy: ['caddy', 'version'],
  nginx: ['nginx', '-v'],
  apache: ['apache2', '-v'],
} as const
