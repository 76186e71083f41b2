/** Says why no graph can be made, or a graph cannot be used; the message is one line that says where and what is wrong. */
export class GraphError extends Error {
  /** Code of sysexits.h: EX_DATAERR, EX_NOINPUT, EX_PROTOCOL (written by a newer version). */
  readonly exitCode: 65 | 66 | 76

  constructor(exitCode: 65 | 66 | 76, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GraphError'
    this.exitCode = exitCode
  }
}
