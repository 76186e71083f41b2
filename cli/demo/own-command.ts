import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { EXIT } from '../exit/exit-codes.ts'
import { ENTRY } from '../options/entry.ts'

/** One of our own commands on this terminal, whose Ctrl-C it hears too. Its output is passed on. */
export class OwnCommand {
  readonly #child: ChildProcess
  /** Resolves to its exit code. */
  readonly ended: Promise<number>

  constructor(argv: readonly string[]) {
    this.#child = spawn(process.execPath, [...process.execArgv, ENTRY, ...argv], {
      stdio: ['inherit', 'pipe', 'inherit'],
    })
    this.#child.stdout?.pipe(process.stdout, { end: false })
    this.ended = once(this.#child, 'exit').then(([code]) => (code as number | null) ?? EXIT.software)
  }

  /** Resolves to true when it has printed something, to false when it has ended without. */
  async printed(): Promise<boolean> {
    const { stdout } = this.#child
    const ended = this.ended.then(() => false)
    return stdout === null ? ended : Promise.race([once(stdout, 'data').then(() => true), ended])
  }

  stop(signal: 'SIGINT' | 'SIGTERM'): void {
    this.#child.kill(signal)
  }
}
