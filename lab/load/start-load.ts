import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { LoadLine } from './lines.ts'

/**
 * Runs the load program and yields its lines as they come; throws with what it said where it fails. Aborting the signal
 * ends it within a second, with its last lines; leaving the loop kills it.
 * @param argv the program and its order's file, with whatever puts it into a namespace or on a core before them
 */
export async function* loadLines(
  argv: readonly [string, ...string[]],
  signal: AbortSignal,
): AsyncGenerator<LoadLine, void> {
  if (signal.aborted) return
  const [program, ...rest] = argv
  // It ends when its standard input does, so that it never outlives this process. Detached: Ctrl-C is for us to pass on.
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  child.stdin.on('error', () => {})
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  // Awaited below; where the loop is left before, nobody waits for it.
  ended.catch(() => {})
  const complaints = text(child.stderr)
  const stop = (): boolean => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as LoadLine
    const [code, killedBy] = await ended
    if (code !== 0)
      throw new Error((await complaints).trim() || `the load program ended (${code ?? killedBy})`)
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}
