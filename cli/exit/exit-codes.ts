/** Exit codes of the `towline` command; from 64 after sysexits.h (BSD). The table is in docs/architecture.md. */
export const EXIT = {
  ok: 0,
  missed: 1,
  noResult: 3,
  usage: 64,
  data: 65,
  noInput: 66,
  unavailable: 69,
  software: 70,
  io: 74,
  tempFail: 75,
  newer: 76,
  refused: 77,
  config: 78,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A failure that the user can do something about: one line, no stack. */
export class CliError extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CliError'
    this.exitCode = exitCode
  }
}

/** Says why a run was stopped by its user. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Whether this is what came of such a stop: streams wrap the reason of the signal that ended them. */
export function isInterruption(error: Error): boolean {
  return error instanceof Interrupted || (error.name === 'AbortError' && error.cause instanceof Interrupted)
}

/**
 * A signal that aborts on the first Ctrl-C (SIGINT) or SIGTERM, so that what is under way can be ended and kept.
 * The second one ends the process as the system would.
 */
export function untilInterrupted(): { readonly signal: AbortSignal } & AsyncDisposable {
  const controller = new AbortController()
  const stop = (): void => {
    release()
    controller.abort(new Interrupted('stopped by the user'))
  }
  const release = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    async [Symbol.asyncDispose]() {
      release()
    },
  }
}
