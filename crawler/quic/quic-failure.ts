import type { FailureCode } from '../../model/failure-codes.ts'

/** Says why a QUIC connection or a response on it failed, with the text for the row's detail. */
export class QuicFailure extends Error {
  override readonly name = 'QuicFailure'
  readonly failure: FailureCode
  readonly detail: string | null
  /** The peer did not process the request (RFC 9114, 4.1.1 and 5.2). */
  readonly isRefused: boolean

  constructor(failure: FailureCode, detail: string | null, isRefused = false) {
    super(detail ?? failure)
    this.failure = failure
    this.detail = detail
    this.isRefused = isRefused
  }
}
