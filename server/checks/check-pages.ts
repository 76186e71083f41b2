import { createHash } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { checkById, checkReport } from '../../db/checks/asked-checks.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Markup } from '../http/html.ts'
import { framedPage, readFrame } from '../http/page-frame.ts'
import { requireFound } from '../http/problem.ts'
import type { CheckBoxOptions } from './check-box.ts'
import { CHECK_ID } from './checks-api.ts'
import { checkPage, checksPage } from './checks-page.ts'

interface CheckPagesOptions {
  readonly db: Database
  readonly box: CheckBoxOptions | null
  readonly webFolder: string
}

/** A page reloads itself until its check has ended, also without a script. */
const RELOAD_S = 5

/** `/checks`, `/checks/ID` and `/checks/ID/report`, in the look of the dashboard and without its scripts. */
export function checkPages({ db, box, webFolder }: CheckPagesOptions): Router {
  const router = Router()
  router.use('/checks', (_request, response, next) => {
    // A name might be checked only to have it in search engines.
    response.set('X-Robots-Tag', 'noindex')
    next()
  })
  const send = async (response: Response, title: string, content: Markup): Promise<void> => {
    const frame = await readFrame(webFolder)
    // The words on the other pages' data do not hold for checks.
    const page = framedPage(frame, { title, notice: null, content, acceptsChecks: box !== null })
    response.set('Cache-Control', 'no-cache').type('html').send(page)
  }
  const find = async ({ params }: Request<{ id: string }>) =>
    requireFound(CHECK_ID.test(params.id) ? await checkById(db, Number(params.id)) : null, 'check')
  router.get('/checks', (_request, response, next) => {
    checksPage(db, box)
      .then((content) => send(response, 'Check a page', content))
      .catch(next)
  })
  router.get('/checks/:id', (request, response, next) => {
    const answer = async (): Promise<void> => {
      const check = await find(request)
      if (check.finishedAt === null) response.set('Refresh', String(RELOAD_S))
      await send(response, `Check of ${new URL(check.url).host}`, await checkPage(db, check))
    }
    answer().catch(next)
  })
  router.get('/checks/:id/report', (request, response, next) => {
    const answer = async (): Promise<void> => {
      const { id } = await find(request)
      const report = requireFound(await checkReport(db, id), 'report')
      response.set({ 'Content-Security-Policy': reportPolicy(report), 'Cache-Control': 'no-cache' })
      response.type('html').send(report)
    }
    answer().catch(next)
  })
  return router
}

/** A report is one document with its styles in it: these apply, by their digest, and nothing else runs or is fetched. */
function reportPolicy(report: string): string {
  const styles = [...report.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `style-src ${styles.length === 0 ? "'none'" : styles.join(' ')}`,
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')
}
