export const LIST_EXIT_CODES = {
  /** A list id or date that cannot be one (EX_USAGE). */
  usage: 64,
  /** There is something, but it is not a list (EX_DATAERR). */
  unreadable: 65,
  /** No such file, no such list (EX_NOINPUT). */
  missing: 66,
  /** The network, or Tranco, does not answer (EX_UNAVAILABLE). */
  offline: 69,
} as const

export type ListErrorCode = keyof typeof LIST_EXIT_CODES

/** Says why there is no list. The message is one line for a person and says what to do. */
export class ListError extends Error {
  readonly code: ListErrorCode

  constructor(code: ListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ListError'
    this.code = code
  }

  get exitCode(): number {
    return LIST_EXIT_CODES[this.code]
  }
}
