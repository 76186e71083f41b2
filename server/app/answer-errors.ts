import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { Problem, sendProblem } from '../http/problem.ts'

/** The last handler: every error becomes a code and a sentence of ours. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    if (response.headersSent) {
      // A half answer is out: closing the connection is the only way to say so. Whoever left before its end is no fault.
      if (isOfClient(error)) log.debug('a client left before the end of its answer')
      else log.error({ err: error }, 'an answer broke off')
      response.destroy()
      return
    }
    const problem = toProblem(error)
    if (problem.status >= 500) log.error({ err: error }, 'a request failed')
    sendProblem(response, problem)
  }
}

/** The connection ended before the answer did. */
function isOfClient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseError)
    return new Problem('unavailable', 'The database cannot be read at present.')
  // Express and its parts say with a status that it was the request's fault (a path that cannot be decoded).
  const { status } = error as { readonly status?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500)
    return status === 404
      ? new Problem('not_found', 'There is no such address.')
      : new Problem('bad_request', 'The request cannot be understood.')
  return new Problem('internal', 'A fault in towline: it has been logged.')
}
