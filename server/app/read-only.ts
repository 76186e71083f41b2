import type { Express, NextFunction, Request, Response } from 'express'
import { Problem } from '../http/problem.ts'

const ALLOWED = 'GET, HEAD, OPTIONS'

export function allow(_request: Request, response: Response): void {
  response.set('Allow', ALLOWED).status(204).end()
}

export function refuse(_request: Request, response: Response, next: NextFunction): void {
  response.set('Allow', ALLOWED)
  next(new Problem('method_not_allowed', 'This can only be read: use GET or HEAD.'))
}

/** A path that can only be read. */
export function addReadOnly(
  app: Express,
  path: string,
  answer: (request: Request, response: Response, next: NextFunction) => void,
): void {
  app.route(path).get(answer).options(allow).all(refuse)
}
