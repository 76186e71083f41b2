import { SandboxUnavailable } from '../unavailable.ts'

/** Says why a supervisor cannot do what it was asked for, as it crosses the process boundary. */
export interface SupervisorFailure {
  readonly message: string
  /** The machine lacks a right or a program, rather than a step having failed. */
  readonly unavailable: boolean
}

export function describeFailure(error: unknown): SupervisorFailure {
  return {
    message: error instanceof Error ? error.message : String(error),
    unavailable: error instanceof SandboxUnavailable,
  }
}

/** @param network which is being built, for the message: `lab` or `sandbox` */
export function failureError(network: string, { message, unavailable }: SupervisorFailure): Error {
  return unavailable ? new SandboxUnavailable(message) : new Error(`${network}: ${message}`)
}
