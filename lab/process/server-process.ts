import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendSignal } from '../../crawler/process/send-signal.ts'
import { IN_REAL_TIME } from './real-time.ts'
import type { ServerCommand } from './server-command.ts'

/**
 * Servers run as nobody in a user namespace, without any capability, yet may read the files of whoever opened the
 * sandbox. Apache and dnsmasq would else insist on changing to another user, which only the machine's root can.
 */
const WITHOUT_PRIVILEGES = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
const LOG_LINES = 3

/** That a server ended by itself, or by somebody else's signal. */
export interface ServerEnd {
  readonly name: string
  /** Wall clock, milliseconds since 1970. */
  readonly atMs: number
  /** Is null where a signal ended it. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

/** One server, running in a namespace. Disposing of it kills it with its workers. */
export class ServerProcess implements AsyncDisposable {
  readonly #command: ServerCommand
  readonly #logFile: string
  readonly #child: ChildProcess
  #end: ServerEnd | null = null

  constructor(command: ServerCommand, namespace: string, folder: string) {
    this.#command = command
    this.#logFile = join(folder, `${command.name}.log`)
    const log = openSync(this.#logFile, 'a')
    try {
      const first = command.inRealTime === true ? IN_REAL_TIME : []
      const argv = ['netns', 'exec', namespace, ...first, ...WITHOUT_PRIVILEGES, ...command.argv]
      // Detached: a process group of its own, so that its workers can be ended with it.
      const stdio = ['ignore', log, log] as const
      this.#child = spawn('ip', argv, { detached: true, cwd: folder, env: command.env, stdio: [...stdio] })
    } finally {
      closeSync(log)
    }
    this.#child.once('exit', (exitCode, signal) => {
      this.#end = { name: command.name, atMs: Date.now(), exitCode, signal }
    })
  }

  /** Is null while it runs. Of a server with workers it is the process that started them. */
  get end(): ServerEnd | null {
    return this.#end
  }

  /** Rejects, with the end of its log, when the server ends by itself; settles with nothing else. */
  async endsEarly(): Promise<never> {
    const [code, killedBy] = await once(this.#child, 'exit')
    const lastLines = readFileSync(this.#logFile, 'utf8').trim().split('\n').slice(-LOG_LINES).join(' | ')
    throw new Error(`${this.#command.name} ended (${code ?? killedBy}) instead of serving: ${lastLines}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined) return
    const running = exitCode === null && signalCode === null
    const ended = running ? once(this.#child, 'exit') : null
    // Its workers may still serve where it has ended by itself.
    sendSignal(-pid, 'SIGKILL')
    await ended
  }
}
