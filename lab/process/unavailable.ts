/** The machine cannot hold a sandbox; the message says what is missing. `exitCode` is sysexits' EX_UNAVAILABLE. */
export class SandboxUnavailable extends Error {
  override readonly name = 'SandboxUnavailable'
  readonly exitCode = 69
}
