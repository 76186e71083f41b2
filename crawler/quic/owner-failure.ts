import { messageOf } from '../process/thrown.ts'
import { H3_ERRORS, H3Error } from './h3-error.ts'
import { QuicFailure } from './quic-failure.ts'

/** Turns what the owner of the streams threw into the connection's end, and the HTTP/3 error to close it with. */
export function ownerFailure(error: unknown): { readonly failure: QuicFailure; readonly code: number } {
  if (!(error instanceof H3Error)) {
    const failure = new QuicFailure('unknown_failure', messageOf(error))
    return { failure, code: H3_ERRORS.H3_INTERNAL_ERROR }
  }
  const isFlood = error.code === H3_ERRORS.H3_EXCESSIVE_LOAD
  const failure = new QuicFailure(isFlood ? 'h3_flood' : 'h3_protocol_error', error.message)
  return { failure, code: error.code }
}
