import type { Failure } from './contract.ts'

const STATUS: Readonly<Record<Failure['error'], number>> = {
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
}

/** Why there is no answer. The sentence is ours alone: nothing of the request is repeated in it (SAFETY ING-15). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: Failure['error']

  constructor(code: Failure['error'], message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return STATUS[this.code]
  }

  get body(): Failure {
    return { error: this.code, message: this.message }
  }
}

/** @throws Problem `not_found` where there is no such thing */
export function found<T>(thing: T | null | undefined, what: string): T {
  if (thing === null || thing === undefined) throw new Problem('not_found', `There is no such ${what}.`)
  return thing
}
