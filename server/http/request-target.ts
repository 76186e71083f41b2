import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { Problem } from './problem.ts'

/** Everything that some path of the server takes. */
const ALLOWED = 'GET, HEAD, POST, DELETE, OPTIONS'

/** Replaces every target that is neither a path nor `*`: the router would not pass some of them to any handler. */
const NO_PATH = '*invalid'

/**
 * The path of a target that is an absolute URL, which a server must accept (RFC 9112, 3.2.2); a path and `*` as they are;
 * of everything else one target that `demandPath` refuses.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const absolute = /^https?:\/\//i.test(target) ? URL.parse(target) : null
  return absolute === null ? NO_PATH : `${absolute.pathname}${absolute.search}`
}

/** Answers OPTIONS of the whole server (`*`); refuses every other target that is no path (RFC 9112, 3.2). */
export const demandPath: RequestHandler = (request, response, next) => {
  if (request.url.startsWith('/')) return next()
  if (request.url === '*' && request.method === 'OPTIONS') response.set('Allow', ALLOWED).status(204).end()
  else next(new Problem('bad_request', 'The request’s target is not a path.'))
}

/** Answers CONNECT, which Node would close without a word: this is no proxy. */
export function refuseTunnel(_request: IncomingMessage, socket: Socket): void {
  socket.on('error', () => {
    // The caller has left.
  })
  socket.end(
    `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${ALLOWED}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  )
}
