import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { DIES_WITH_PARENT } from '../dies-with-parent.ts'
import { SandboxUnavailable } from '../unavailable.ts'
import { failureError, type SupervisorFailure } from './failure.ts'

/**
 * A process that owns namespaces and what runs in them: the first one of a process namespace, so that the kernel ends
 * everything with it. It ends when its standard input does, which is when this object is disposed of or this process
 * ends.
 */
export class SupervisedProcess implements AsyncDisposable {
  /** True where the machine's own namespaces are used; else it lives in a user namespace. */
  readonly root = process.geteuid?.() === 0
  readonly #child
  readonly #lines: AsyncIterator<string>
  readonly #errors: Promise<string>
  /** Resolves when it has ended; rejects where it could not be started. */
  readonly ended: Promise<void>

  /** @param program the file that Node runs, with `order` as its argument in JSON. */
  constructor(program: string, order: object) {
    const namespaceFlags = this.root ? [] : ['--user', '--map-root-user', '--mount', '--net']
    const argv = ['--pid', '--fork', '--kill-child', process.execPath, program, JSON.stringify(order)]
    // Detached: a Ctrl-C at the terminal is for the program that opened it, which then ends it.
    this.#child = spawn('unshare', [...namespaceFlags, ...argv], {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.ended = new Promise<void>((resolve, reject) => {
      this.#child.on('error', (error) =>
        reject(new SandboxUnavailable(`cannot start unshare: ${error.message}`)),
      )
      this.#child.on('close', () => resolve())
    })
    // Writing to one that has ended fails; waiting for its end gives the reason.
    this.#child.stdin.on('error', () => {})
    this.ended.catch(() => {})
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    this.#errors = text(this.#child.stderr)
  }

  /**
   * Its first report, which says that it is ready; else it is closed, and the reason thrown.
   * @param network which it builds, for the message: `lab` or `sandbox`
   */
  async ready<Ready extends object>(network: string, signal?: AbortSignal): Promise<Ready> {
    const report = (await this.next()) as
      | ({ readonly ready: true } & Ready)
      | ({ readonly ready: false } & SupervisorFailure)
      | null
    if (report?.ready && !signal?.aborted) return report
    await this[Symbol.asyncDispose]()
    signal?.throwIfAborted()
    throw report === null || report.ready ? await this.whyEnded() : failureError(network, report)
  }

  /** The next line that it reports, parsed; null where it has ended. */
  async next(): Promise<unknown> {
    const { value, done } = await Promise.race([
      this.#lines.next(),
      this.ended.then(() => ({ value: undefined, done: true as const })),
    ])
    return done === true ? null : (JSON.parse(value) as unknown)
  }

  send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  /** Ends it without waiting. */
  stop(): void {
    this.#child.stdin.end()
  }

  /** Says why it ended before it was ready: rights are the user's to give. */
  async whyEnded(): Promise<Error> {
    const errorText = (await this.#errors).trim()
    if (!errorText.startsWith('unshare:')) return new Error(`sandbox: its supervisor ended: ${errorText}`)
    const need = this.root
      ? 'root without CAP_SYS_ADMIN, as in a container, cannot make them: give the container that capability'
      : 'this machine allows none without root: run as root, or see the sysctls user.max_user_namespaces, ' +
        'kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns'
    return new SandboxUnavailable(`the sandbox needs namespaces, and ${need} (${errorText})`)
  }

  /** The words before a command that is to run in one of its network namespaces, and to die with whoever starts it. */
  enter(pid: number, namespace: string): string[] {
    if (this.root) return [...DIES_WITH_PARENT, 'ip', 'netns', 'exec', namespace]
    return [
      ...DIES_WITH_PARENT,
      'nsenter',
      `--user=/proc/${pid}/ns/user`,
      '--preserve-credentials',
      `--net=/proc/${pid}/root/run/netns/${namespace}`,
      // Other credentials take the wish away.
      ...DIES_WITH_PARENT,
      'unshare',
      '--mount',
    ]
  }

  /** The same for a program that runs in one of them already: it has the rights that it needs. */
  enterFromInside(pid: number, namespace: string): string[] {
    const folder = this.root ? '' : `/proc/${pid}/root`
    return ['nsenter', `--net=${folder}/run/netns/${namespace}`, '--']
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop()
    await this.ended
  }
}
