import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { ENTRY } from '../options/entry.ts'

/** Environment variable of the process that may die. */
const SERVES = 'TOWLINE_SERVES'
/** Memory of JavaScript, megabytes: an answer over what somebody else's database holds ends the process, not the machine. */
const HEAP_MB = 1_024
/** A process that lives for less has not served. */
const SHORT_LIFE_MS = 10_000
const MOST_SHORT_LIVES = 3

/** Whether this is the process that may die. */
export function servesHere(): boolean {
  return process.env[SERVES] !== undefined
}

/**
 * Runs this command in a process of its own, and once more where it dies: what reads a database that somebody else made may be
 * brought to an end by it. Resolves to the exit code.
 */
export async function serveAgain(argv: readonly string[]): Promise<number> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  for (let shortLives = 0; shortLives < MOST_SHORT_LIVES; ) {
    const startedMs = performance.now()
    const flags = [...process.execArgv, `--max-old-space-size=${HEAP_MB}`]
    const child = spawn(process.execPath, [...flags, ENTRY, ...argv], {
      stdio: 'inherit',
      env: { ...process.env, [SERVES]: '1' },
    })
    const stop = (): void => void child.kill('SIGTERM')
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
    const [code] = (await once(child, 'exit')) as [number | null]
    signal.removeEventListener('abort', stop)
    if (signal.aborted || (code !== null && code < 128)) return code ?? EXIT.ok
    shortLives = performance.now() - startedMs < SHORT_LIFE_MS ? shortLives + 1 : 0
    process.stderr.write('towline: the process that reads the database has died: it is started again\n')
  }
  return EXIT.data
}
