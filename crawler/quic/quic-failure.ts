import type { FailureCode } from '../failures.ts'

/** What a QUIC connection or a response on it came to instead of an answer, with the text for the row's detail. */
export class QuicFailure extends Error {
  override readonly name = 'QuicFailure'
  readonly failure: FailureCode
  readonly detail: string | null

  constructor(failure: FailureCode, detail: string | null) {
    super(detail ?? failure)
    this.failure = failure
    this.detail = detail
  }
}
