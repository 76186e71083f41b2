export class LinkOff extends Error {
  override readonly name = 'LinkOff'
  /** sysexits' EX_TEMPFAIL: mostly something else was running. */
  readonly exitCode = 75

  /** @param deviations as linkDeviations words them */
  constructor(deviations: readonly string[]) {
    super(`the link is not as the plan asks for: ${deviations.join('; ')}`)
  }
}
