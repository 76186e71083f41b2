/** Chromium did not start. The message is for the operator: it names the program and says what that said. */
export class BrowserNotStarted extends Error {
  override readonly name = 'BrowserNotStarted'
  /** The part that may be recorded, and so published: nothing of the machine. */
  readonly recorded: string

  constructor(executable: string, why: string, said = '') {
    super(`${executable} ${why}${said === '' ? '' : `: ${said}`}`)
    this.recorded = `the browser ${why}`
  }
}
