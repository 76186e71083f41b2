import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { CliError, EXIT } from './exit-codes.ts'

/**
 * Unpacks the sandbox's servers where they are not there yet; the script says what it does and what is missing, on the
 * error stream. Rejects with the reason of `signal` where that has ended it: Ctrl-C goes to the script as well.
 */
export async function prepareSandbox(cacheDir: string, signal: AbortSignal): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const script = join(root, 'scripts', 'setup-sandbox.sh')
  const child = spawn('bash', [script, '--quiet'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, TOWLINE_CACHE: resolve(cacheDir) },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  signal.throwIfAborted()
  if (code !== 0) {
    throw new CliError(EXIT.unavailable, 'the sandbox cannot be set up on this machine (see the lines above)')
  }
}
