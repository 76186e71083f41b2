import type { RequestHandler } from 'express'
import { Problem } from './problem.ts'

/** RFC 9110, 7.2 and RFC 3986, 3.2.2: a name or an address, and a port. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.\-~!$&'()*+,;=%]*)(?::\d*)?$/i

/**
 * Refuses a request with more than one Host field, or one that is none (RFC 9112, 3.2): of two, a proxy in front may have judged
 * the other one. Node keeps the first and drops the rest without a word; it refuses one without any by itself.
 */
export const demandOneHost: RequestHandler = (request, _response, next) => {
  const names = request.rawHeaders.filter((_text, index) => index % 2 === 0)
  const count = names.filter((name) => name.toLowerCase() === 'host').length
  if (count > 1 || !HOST.test(request.headers.host ?? ''))
    return next(new Problem('bad_request', 'A request has one Host field, which names a host.'))
  next()
}
