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
