import type { Request, RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import { clientNetwork } from '../http/client-address.ts'
import { Problem } from '../http/problem.ts'

/** Requests to the API, and as many to everything else, that an address may make in a minute. */
export function limitRate(perMinute: number): RequestHandler {
  const toApi = limited(perMinute)
  const toPages = limited(perMinute)
  return (request, response, next) => (isOfApi(request) ? toApi : toPages)(request, response, next)
}

function isOfApi({ path }: Request): boolean {
  return path === '/api' || path.startsWith('/api/')
}

function limited(perMinute: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (request) => clientNetwork(request),
    handler: (_request, _response, next) => {
      next(new Problem('too_many_requests', 'Too many requests from this address: wait a minute.'))
    },
  })
}
