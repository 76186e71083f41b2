import type { Express, Request } from 'express'
import { dataVersion } from '../../db/connection/data-version.ts'
import { apiPage } from '../api-page/api-page.ts'
import { createAsk } from '../api-page/ask.ts'
import { exampleAnswers } from '../api-page/example-answers.ts'
import type { OpenApiDocument } from '../api-page/openapi-document.ts'
import { API_ROOT } from '../contract/contract.ts'
import { framedPage, readFrame } from '../http/page-frame.ts'
import { requestOrigin } from '../http/request-origin.ts'
import type { Context } from '../request/context.ts'
import { HANDLERS } from './handlers.ts'
import { openApiDocument } from './openapi.ts'
import { addReadOnly } from './read-only.ts'

interface ServicePageOptions {
  readonly context: Context
  /** Rejects with a `Problem` where the database cannot be written to. */
  readonly demandWritable: () => Promise<void>
  readonly webFolder: string
  readonly clock: () => number
  /** Origin as configured; null: unknown. */
  readonly publicOrigin: string | null
}

/** Health, the OpenAPI file and a page to read it by. */
export function addServicePages(app: Express, options: ServicePageOptions): void {
  const { context, demandWritable, webFolder, clock, publicOrigin } = options
  // Takes as long as all else of a start, and few ask for it.
  let made: OpenApiDocument | undefined
  const document = (): OpenApiDocument => (made ??= openApiDocument(context.toolVersion, context.dataLicense))
  const ask = createAsk(HANDLERS, context)
  const examples = exampleAnswers(ask, clock)
  addReadOnly(app, '/healthz', (_request, response, next) => {
    demandWritable()
      .then(() => dataVersion(context.db))
      .then((version) => response.set('Cache-Control', 'no-store').json({ ok: true, dataVersion: version }))
      .catch(next)
  })
  addReadOnly(app, `${API_ROOT}/openapi.json`, (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, no-cache' }).json(document())
  })
  const page = async (request: Request): Promise<string> => {
    const [frame, meta, found] = await Promise.all([readFrame(webFolder), ask('meta'), examples()])
    const content = apiPage({
      document: document(),
      examples: found,
      origin: requestOrigin(request, publicOrigin),
    })
    return framedPage(frame, { title: 'API', notice: meta?.notice ?? null, content })
  }
  addReadOnly(app, '/api', (request, response, next) => {
    // Its examples may have the name that this visitor asked for.
    page(request)
      .then((text) => response.set('Cache-Control', 'private, no-cache').type('html').send(text))
      .catch(next)
  })
}
