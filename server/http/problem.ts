import type { Response } from 'express'
import type { Failure } from '../contract/contract.ts'

const STATUS: Readonly<Record<Failure['error'], number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  in_flight: 409,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
}

/** Says why there is no answer. The sentence is ours alone: nothing of the request is repeated in it (safety.md ING-15). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: Failure['error']
  /** Time when to ask again, seconds; null where asking again is of no use, or any time will do. */
  readonly retryAfterS: number | null

  constructor(code: Failure['error'], message: string, retryAfterS: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterS = retryAfterS
  }

  get status(): number {
    return STATUS[this.code]
  }

  get body(): Failure {
    return { error: this.code, message: this.message }
  }
}

/** @throws Problem `not_found` where there is no such thing */
export function requireFound<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Problem('not_found', `There is no such ${what}.`)
  return value
}

export function sendProblem(response: Response, problem: Problem): void {
  response.removeHeader('ETag')
  response.removeHeader('Content-Disposition')
  if (problem.retryAfterS !== null) response.set('Retry-After', String(problem.retryAfterS))
  response.status(problem.status).set('Cache-Control', 'no-store').json(problem.body)
}
