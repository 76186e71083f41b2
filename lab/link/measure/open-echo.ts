import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DIES_WITH_PARENT } from '../../process/dies-with-parent.ts'

/** Starts the echo at the servers' end. It goes when disposed of, or with this process. */
export async function openEcho(
  farCommand: (argv: readonly string[]) => string[],
  address: string,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  const program = join(import.meta.dirname, `echo-program${extname(import.meta.filename)}`)
  const [command, ...argv] = [
    ...DIES_WITH_PARENT,
    ...farCommand([process.execPath, program, address]),
  ] as const
  const child = spawn(command, argv, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
  // An abort is reported by what waits for it.
  const ended = new Promise<void>((resolve) => child.on('error', () => resolve()).on('exit', () => resolve()))
  const errors = text(child.stderr)
  const started = await Promise.race([once(child.stdout, 'data'), ended])
  signal.throwIfAborted()
  if (!started) throw new Error(`the echo of the calibration ended: ${(await errors).trim()}`)
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
