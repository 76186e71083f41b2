import cors from 'cors'
import { type Request as HttpRequest, type NextFunction, type Response, Router } from 'express'
import { dataVersion } from '../db/data-version.ts'
import type { Context } from './context.ts'
import { ENDPOINTS, type Endpoint, type EndpointName, type Request } from './contract.ts'
import { sendCsv } from './csv-answer.ts'
import type { EntityTags } from './entity-tags.ts'
import type { Reply } from './handler.ts'
import { CSV, HANDLERS } from './handlers.ts'
import { parseRequest } from './parse-request.ts'
import { Problem } from './problem.ts'

/** Asked for again each time, and answered 304 while the data is the same. */
const REVALIDATE = 'public, no-cache'

const ALLOWED = 'GET, HEAD, OPTIONS'

/** A router with every endpoint of the contract. Anything may read it, from any origin (SAFETY ING-14). */
export function apiRouter(context: Context, tags: EntityTags): Router {
  const router = Router()
  const readable = cors({ origin: '*', methods: ['GET', 'HEAD'], maxAge: 600, preflightContinue: true })
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const { path } = ENDPOINTS[name]
    router
      .route(path)
      .all(readable)
      .get((request, response, next) => {
        answer(context, tags, name, request, response).catch(next)
      })
      .options(allow)
      .all(refuse)
  }
  return router
}

export function allow(_request: HttpRequest, response: Response): void {
  response.set('Allow', ALLOWED).status(204).end()
}

export function refuse(_request: HttpRequest, response: Response, next: NextFunction): void {
  response.set('Allow', ALLOWED)
  next(new Problem('method_not_allowed', 'This can only be read: use GET or HEAD.'))
}

async function answer<Name extends EndpointName>(
  context: Context,
  tags: EntityTags,
  name: Name,
  request: HttpRequest,
  response: Response,
): Promise<void> {
  const endpoint: Endpoint = ENDPOINTS[name]
  const parsed: Request<Name> = parseRequest(endpoint, request.params, request.query)
  // Before the data is read: what comes in between makes the data newer than its tag, never older.
  const tag = tags.of(await dataVersion(context.db), request.originalUrl)
  response.set({ ETag: tag, 'Cache-Control': REVALIDATE })
  if (request.fresh) {
    response.status(304).end()
    return
  }
  const reply: Reply<Name> = await HANDLERS[name](context, parsed)
  if ('file' in reply) {
    response.attachment(reply.fileName).type('application/json').send(Buffer.from(reply.file))
    return
  }
  if (reply.pending === true) {
    response.removeHeader('ETag')
    response.status(202).set({ 'Cache-Control': 'no-store', 'Retry-After': '2' })
  }
  const csv = CSV[name]
  if (csv !== undefined && (parsed.query as { readonly format?: string }).format === 'csv')
    await sendCsv(response, { context, name, request: parsed, first: reply.answer, csv })
  else response.type('application/json').send(JSON.stringify(reply.answer))
}
