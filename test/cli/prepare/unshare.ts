import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Namespaces of its own for a command: seen by nobody else, gone with its last process. */
export interface Unshared {
  /** What a command is started by. */
  readonly under: readonly string[]
  /** Why this machine does not have it; false where it does. Node's `skip` takes both. */
  readonly whyNot: string | false
}

/** A network in which there is nothing, not even a loopback interface that is up. */
export async function noNetwork(): Promise<Unshared> {
  return unshared(['--net'], ['true'], 'network namespaces')
}

/** A mount namespace: what is mounted in it is seen by nobody else. */
export async function ownMounts(): Promise<Unshared> {
  return unshared(['--mount'], ['mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], 'mounting')
}

async function unshared(flags: readonly string[], probe: readonly string[], what: string): Promise<Unshared> {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const under = ['unshare', ...asRoot, ...flags]
  const [program = '', ...rest] = [...under, ...probe]
  try {
    await run(program, rest)
    return { under, whyNot: false }
  } catch {
    // Not allowed, or no such program: in both cases it cannot be had here.
    return { under, whyNot: `${what} is not allowed here (needs root or user namespaces)` }
  }
}
