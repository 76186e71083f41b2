import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxUnavailable } from './unavailable.ts'

const LAB = join(import.meta.dirname, '..')

/** The lab's programs in Rust, and what they are to a reader. */
const PROGRAMS = {
  'towline-origin': 'the server of the lab',
  'towline-load': 'the load program of the lab',
  'towline-quic': 'the QUIC client of surveys',
} as const

/**
 * A program that scripts/setup-origin.sh built below `cacheDir`.
 * @throws SandboxUnavailable where it is not there, or was built from other sources than these
 */
export function findLabProgram(name: keyof typeof PROGRAMS, cacheDir: string): string {
  const folder = join(cacheDir, 'origin')
  const program = join(folder, name)
  if (!existsSync(program))
    throw new SandboxUnavailable(
      `${PROGRAMS[name]} is not built yet: run scripts/setup-origin.sh (needs cargo and a C compiler)`,
    )
  const stamp = join(folder, 'sources.sha256')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8').trim() !== hashOfSources())
    throw new SandboxUnavailable(`${PROGRAMS[name]} is older than its sources: run scripts/setup-origin.sh`)
  return program
}

/** Over the same files in the same order as in scripts/setup-origin.sh. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const patterns = ['*/program/Cargo.toml', '*/program/src/*.rs']
  const groups = patterns.map((pattern) => globSync(pattern, { cwd: LAB }).sort())
  for (const name of ['Cargo.toml', 'Cargo.lock', ...groups.flat()])
    hash.update(readFileSync(join(LAB, name)))
  return hash.digest('hex')
}
