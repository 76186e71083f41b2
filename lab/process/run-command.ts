import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/**
 * Runs a program to its end. Returns its standard output; throws with its standard error where it fails. Aborted, it is
 * killed, and has ended when this rejects.
 */
export async function runCommand(
  argv: readonly [string, ...string[]],
  options: { readonly input?: string; readonly signal?: AbortSignal; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const [program, ...rest] = argv
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.signal && { signal: options.signal, killSignal: 'SIGKILL' as const }),
    ...(options.env && { env: options.env }),
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) reject(error)
      else child.on('exit', () => reject(error))
    })
    child.on('close', resolve)
  })
  // A program that ends before it has read its input breaks the pipe; its exit code tells the story.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  if (code !== 0) throw new Error(`${argv.join(' ')} failed (${code}): ${stderr.trim()}`)
  return stdout
}
