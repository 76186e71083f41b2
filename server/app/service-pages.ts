import type { Express } from 'express'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import type { DataLicenseId } from '../../model/data-license.ts'
import { API_ROOT } from '../contract/contract.ts'
import { API_PAGE_STYLE, apiPage } from './api-page.ts'
import { openApiDocument } from './openapi.ts'
import { addReadOnly } from './read-only.ts'

export interface ServicePageOptions {
  /** Read-only. */
  readonly db: Database
  /** Rejects with a `Problem` where the database cannot be written to. */
  readonly demandWritable: () => Promise<void>
  readonly toolVersion: string
  readonly dataLicense: DataLicenseId | null
}

/** Health, the OpenAPI file and a page to read it by. */
export function addServicePages(app: Express, options: ServicePageOptions): void {
  const { db, demandWritable, toolVersion, dataLicense } = options
  const document = openApiDocument(toolVersion, dataLicense)
  const page = apiPage(document)
  addReadOnly(app, '/healthz', (_request, response, next) => {
    demandWritable()
      .then(() => dataVersion(db))
      .then((version) => response.set('Cache-Control', 'no-store').json({ ok: true, dataVersion: version }))
      .catch(next)
  })
  addReadOnly(app, `${API_ROOT}/openapi.json`, (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, no-cache' }).json(document)
  })
  addReadOnly(app, '/api', (_request, response) => void response.type('html').send(page))
  addReadOnly(app, '/api/page.css', (_request, response) => void response.type('css').send(API_PAGE_STYLE))
}
