import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxUnavailable } from '../process/unavailable.ts'

const SOURCES = join(import.meta.dirname, 'program')

/**
 * The origin program that scripts/setup-origin.sh built below `cacheDir`.
 * @throws SandboxUnavailable where it is not there, or was built from other sources than these
 */
export function findOrigin(cacheDir: string): string {
  const folder = join(cacheDir, 'origin')
  const program = join(folder, 'towline-origin')
  if (!existsSync(program))
    throw new SandboxUnavailable(
      'the server of the lab is not built yet: run scripts/setup-origin.sh (needs cargo and a C compiler)',
    )
  const stamp = join(folder, 'sources.sha256')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8').trim() !== hashOfSources())
    throw new SandboxUnavailable(
      'the server of the lab is older than its sources: run scripts/setup-origin.sh',
    )
  return program
}

/** Over the same files in the same order as in scripts/setup-origin.sh. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const code = readdirSync(join(SOURCES, 'src'))
    .filter((name) => name.endsWith('.rs'))
    .sort()
    .map((name) => join('src', name))
  for (const name of ['Cargo.toml', 'Cargo.lock', ...code]) hash.update(readFileSync(join(SOURCES, name)))
  return hash.digest('hex')
}
