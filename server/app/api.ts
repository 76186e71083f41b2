import cors from 'cors'
import { type Request as HttpRequest, type Response, Router } from 'express'
import { dataVersion } from '../../db/connection/data-version.ts'
import { DATA_LICENSES } from '../../model/data-license.ts'
import {
  type Answer,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  PICTURE_PATH,
  type Request,
} from '../contract/contract.ts'
import { visitorPilot } from '../field/visitor-pilot.ts'
import type { EntityTags } from '../http/entity-tags.ts'
import type { PackedAnswer } from '../http/packed-answer.ts'
import { visibleJson } from '../http/visible.ts'
import type { Context } from '../request/context.ts'
import type { Reply, Visitor } from '../request/handler.ts'
import { parseRequest } from '../request/parse-request.ts'
import { changesFeed } from '../routes/changes-feed.ts'
import { answerFileName } from './answer-file-name.ts'
import { sendCsv } from './csv-answer.ts'
import { csvOf, HANDLERS } from './handlers.ts'
import { sendPicture } from './picture-answer.ts'
import { allow, refuse } from './read-only.ts'

/** Asked for again each time, and answered 304 while the data is the same. */
const REVALIDATE = 'public, no-cache'

/** The same, for what is shown to who has an invite. */
const REVALIDATE_PRIVATE = 'private, no-cache'

/** A router with every endpoint of the contract. Anything may read it, from any origin (safety.md ING-14). */
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
  router
    .route(PICTURE_PATH)
    .all(readable)
    .get((request, response, next) => {
      sendPicture(context, request, response).catch(next)
    })
    .options(allow)
    .all(refuse)
  return router
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
  const visitor = await identifyVisitor(context, endpoint, request, response)
  // The tag comes before the data is read: what comes in between makes the data newer than its tag, never older.
  const tag = tags.create(await dataVersion(context.db), `${request.originalUrl} ${visitor.pilot ?? ''}`)
  // RFC 4946, 2.
  if (context.dataLicense !== null)
    response.set('Link', `<${DATA_LICENSES[context.dataLicense].url}>; rel="license"`)
  response.set({ ETag: tag, 'Cache-Control': visitor.pilot === null ? REVALIDATE : REVALIDATE_PRIVATE })
  // RFC 9110, 13.1.2: `*` is any answer that there is, so that whether there is one comes first.
  const ofAny = request.get('if-none-match')?.trim() === '*'
  if (!ofAny && request.fresh) {
    response.status(304).end()
    return
  }
  const reply: Reply<Name> = await HANDLERS[name](context, parsed, visitor)
  const isPending = 'pending' in reply && reply.pending === true
  if (ofAny && !isPending && request.fresh) {
    response.status(304).end()
    return
  }
  if ('file' in reply) {
    response.attachment(reply.fileName).type('application/json').send(Buffer.from(reply.file))
    return
  }
  if ('packed' in reply) {
    sendPacked(request, response, reply.packed)
    return
  }
  if (isPending) {
    response.removeHeader('ETag')
    response.status(202).set({ 'Cache-Control': 'no-store', 'Retry-After': '2' })
  }
  const csv = csvOf(name)
  const { format } = parsed.query as { readonly format?: string }
  if (name === 'changes' && format === 'atom')
    response.type('application/atom+xml').send(await changesFeed(context, reply.answer as Answer<'changes'>))
  else if (csv !== undefined && format === 'csv')
    await sendCsv(response, { context, name, request: parsed, visitor, first: reply.answer, csv })
  else {
    const file = await answerFileName(context, { name, request: parsed, answer: reply.answer }, 'json')
    // Shown, and under this name where it is saved.
    response.set('Content-Disposition', `inline; filename=${file}`)
    response.type('application/json').send(visibleJson(JSON.stringify(reply.answer)))
  }
}

/** An answer that has an encoding already is not compressed once more. */
function sendPacked(request: HttpRequest, response: Response, { json, gzip }: PackedAnswer): void {
  response.type('application/json').vary('Accept-Encoding')
  if (request.acceptsEncodings('gzip') === 'gzip')
    response.set('Content-Encoding', 'gzip').send(Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength))
  else response.send(Buffer.from(json.buffer, json.byteOffset, json.byteLength))
}

/** Only what the field shows depends on who asks. */
async function identifyVisitor(
  { db }: Context,
  { tag }: Endpoint,
  request: HttpRequest,
  response: Response,
): Promise<Visitor> {
  if (tag !== 'field') return { pilot: null }
  response.vary('Authorization')
  return { pilot: await visitorPilot(db, request.get('authorization')) }
}
