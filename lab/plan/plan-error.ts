/** A plan that cannot be run as it is written. `exitCode` is sysexits' EX_DATAERR. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
  readonly exitCode = 65
  /** A line each, in the order of the file: `lab/plans/quick.yaml:12: what is wrong`. The message is the first. */
  readonly faults: readonly string[]

  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults[0], options)
    this.faults = faults
  }
}
