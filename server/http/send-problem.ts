import type { Response } from 'express'
import type { Problem } from './problem.ts'

export function sendProblem(response: Response, problem: Problem): void {
  response.removeHeader('ETag')
  response.removeHeader('Content-Disposition')
  if (problem.retryAfterS !== null) response.set('Retry-After', String(problem.retryAfterS))
  response.status(problem.status).set('Cache-Control', 'no-store').json(problem.body)
}
