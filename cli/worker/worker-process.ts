import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ARENAS, type FromWorker, orderEnvironment, type ToWorker, type WorkerOrder } from './worker-order.ts'

/**
 * A survey's visits are small and short-lived. What Node takes by default is meant for a server that has the machine to
 * itself. 2 MiB take the least memory, 16 the least processor time; 8 takes a tenth less of it than 2, for 14 MiB
 * (docs/decisions/006-several-workers.md).
 */
const SMALL_NURSERY = '--max-semi-space-size=8'

/** Says how a worker ended: by itself with a code, or by a signal. */
export interface WorkerEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface WorkerProcess {
  /** 0 where it could not be started. */
  readonly pid: number
  readonly ended: Promise<WorkerEnd>
  kill(signal: NodeJS.Signals): void
  /** A worker that has ended hears nothing, which is no fault. */
  send(message: ToWorker): void
}

/** Starts a worker. It shares standard input and output with this process. */
export function startWorker(
  entry: string,
  argv: readonly string[],
  order: WorkerOrder,
  onMessage: (message: FromWorker) => void,
): WorkerProcess {
  const child = spawn(process.execPath, [SMALL_NURSERY, ...process.execArgv, entry, ...argv], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { [ARENAS]: '1', ...process.env, ...orderEnvironment(order) },
    // A session of its own: the terminal's Ctrl-C is heard by the supervisor and passed on once, not twice.
    detached: true,
  })
  child.on('message', (message) => onMessage(message as FromWorker))
  return {
    pid: child.pid ?? 0,
    // Not its exit, before which the last of its messages may not have been read.
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    kill: (signal) => void child.kill(signal),
    send(message) {
      if (child.connected) child.send(message, () => {})
    },
  }
}
