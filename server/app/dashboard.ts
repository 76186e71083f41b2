import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import { html } from '../http/html.ts'
import { Problem } from '../http/problem.ts'
import { FRAME_FILE } from './page-frame.ts'
import { allow, refuse } from './read-only.ts'

/** Paths that the dashboard has a page for (web/client/address.ts). */
const PAGES = /^\/((sites|field)(\/[a-z0-9._-]{1,253})?|pages|lab|replay|load|method)?\/*$/i

/**
 * The built dashboard: files by their names, and its one page for every other path that is not of a file. `publicOrigin`:
 * as configured, for what other sites show of a link to a page; null: unknown.
 */
export function dashboardRouter(webFolder: string, publicOrigin: string | null): Router {
  const router = Router()
  const options = { index: false, redirect: false } as const
  // Names in here hold a hash of the content: what has one name never changes.
  router.use(
    '/assets',
    express.static(join(webFolder, 'assets'), { ...options, immutable: true, maxAge: '1y' }),
  )
  router.get(`/${FRAME_FILE}`, (_request, _response, next) => next(noSuchFile()))
  router.use(express.static(webFolder, { ...options, cacheControl: false, setHeaders: revalidate }))
  router.get('/{*path}', (request: Request, response: Response, next: NextFunction) => {
    // Files stand at the top and in assets/; below, a dot is one of a site's name (/sites/example.com).
    if (/^\/(assets\/.*|[^/]*\.[^/]*)$/.test(request.path)) {
      next(noSuchFile())
      return
    }
    revalidate(response)
    // The page itself says in words that there is none.
    if (!PAGES.test(request.path)) response.status(404)
    if (publicOrigin !== null) {
      const preview = previewTags(publicOrigin, request.path)
      readFile(join(webFolder, 'index.html'), 'utf8')
        .then((page) => response.type('html').send(page.replace('<head>', () => `<head>\n${preview}`)))
        .catch(() => next(new Problem('not_found', 'The dashboard is not built.')))
      return
    }
    response.sendFile('index.html', { root: webFolder, cacheControl: false }, (error) => {
      // A visitor who has left is no fault; a folder without its page is.
      if (error && !response.headersSent) next(new Problem('not_found', 'The dashboard is not built.'))
    })
  })
  router.options('/{*path}', allow)
  router.all('/{*path}', refuse)
  return router
}

function revalidate(response: Response): void {
  response.set('Cache-Control', 'no-cache')
}

/** Absolute, as Open Graph wants addresses: so they are left out where the server does not know its own. */
function previewTags(publicOrigin: string, path: string): string {
  return html`    <meta property="og:image" content="${publicOrigin}/icon.png" />
    <meta property="og:url" content="${publicOrigin}${path}" />`.text
}

function noSuchFile(): Problem {
  return new Problem('not_found', 'There is no such file.')
}
