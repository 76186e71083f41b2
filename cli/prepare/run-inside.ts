import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import { EXIT } from '../exit/exit-codes.ts'

/**
 * Runs a command in the client's namespace with our terminal; resolves to its exit code. With a signal, the command
 * does not hear the terminal's Ctrl-C: it is sent one when the signal aborts, and may end in its own time.
 */
export async function runInside(
  sandbox: Sandbox,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  signal: AbortSignal | null = null,
): Promise<number> {
  const [program = '', ...rest] = sandbox.command(argv)
  const child = spawn(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    detached: signal !== null,
  })
  const interrupt = (): void => void child.kill('SIGINT')
  signal?.addEventListener('abort', interrupt, { once: true })
  const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  signal?.removeEventListener('abort', interrupt)
  if (code !== null) return code
  process.stderr.write(
    `towline: what ran in the sandbox was ended by ${killedBy} (--resume continues a crawl)\n`,
  )
  return killedBy === 'SIGINT' ? EXIT.interrupted : EXIT.software
}
