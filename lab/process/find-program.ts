import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxUnavailable } from './unavailable.ts'

const LAB = join(import.meta.dirname, '..')

interface Program {
  /** Explains it to a reader. */
  readonly title: string
  readonly script: string
  readonly needs: string
  readonly stamp: string
  /** Further sources than those that all share; of a stack its folder in lab/stacks. */
  readonly stack: string | null
}

const builtTogether = (title: string, script = 'scripts/setup-origin.sh'): Program => ({
  title,
  script,
  needs: 'cargo and a C compiler',
  stamp: 'sources.sha256',
  stack: null,
})

const PROGRAMS = {
  'towline-origin': builtTogether('the server of the lab'),
  'towline-delay': builtTogether('the program that delays packets'),
  'towline-link': builtTogether(
    'the program that emulates links where the kernel has no netem',
    'scripts/setup-link.sh',
  ),
  'towline-load': builtTogether('the load program of the lab'),
  'towline-quic': builtTogether('the QUIC client of surveys'),
  'towline-quiche': {
    title: 'the server with quiche',
    script: 'scripts/setup.sh stack-quiche',
    needs: 'cargo, cmake and a C++ compiler',
    stamp: 'towline-quiche.sha256',
    stack: 'quiche',
  },
} as const satisfies Record<string, Program>

type LabProgramName = keyof typeof PROGRAMS

/**
 * A program that its script built below `cacheDir`.
 * @throws SandboxUnavailable where it is not there, or was built from other sources than these
 */
export function findLabProgram(name: LabProgramName, cacheDir: string): string {
  const folder = join(cacheDir, 'origin')
  const program = join(folder, name)
  const { title, script, needs, stamp, stack }: Program = PROGRAMS[name]
  if (!existsSync(program))
    throw new SandboxUnavailable(`${title} is not built yet: run ${script} (needs ${needs})`)
  const file = join(folder, stamp)
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() !== hashOfSources(stack))
    throw new SandboxUnavailable(`${title} is older than its sources: run ${script}`)
  return program
}

/** Hashes the same files in the same order as in scripts/setup-origin.sh and scripts/build-stack.sh. */
function hashOfSources(stack: string | null): string {
  const hash = createHash('sha256')
  const shared = ['*/program/Cargo.toml', '*/program/src/*.rs']
  const patterns =
    stack === null ? shared : [...shared, `stacks/${stack}/Cargo.toml`, `stacks/${stack}/src/*.rs`]
  const groups = patterns.map((pattern) => globSync(pattern, { cwd: LAB }).sort())
  for (const name of ['Cargo.toml', 'Cargo.lock', ...groups.flat()])
    hash.update(readFileSync(join(LAB, name)))
  return hash.digest('hex')
}
