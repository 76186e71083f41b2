import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import { html } from '../http/html.ts'
import { FRAME_FILE } from '../http/page-frame.ts'
import { Problem } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import { EMBED_FILE } from './embed.ts'
import { discoveryLink } from './oembed.ts'
import { isPageThere } from './page-there.ts'
import { allow, refuse } from './read-only.ts'

/**
 * The built dashboard: files by their names, and its one page for every other path that is not of a file. `publicOrigin`:
 * as configured, for what other sites show of a link to a page; null: unknown. Of `context` it learns whether what an address
 * names is there.
 */
export function dashboardRouter(webFolder: string, publicOrigin: string | null, context: Data): Router {
  const router = Router()
  const options = { index: false, redirect: false } as const
  // Names in here hold a hash of the content: what has one name never changes.
  router.use(
    '/assets',
    express.static(join(webFolder, 'assets'), { ...options, immutable: true, maxAge: '1y' }),
  )
  for (const name of [FRAME_FILE, EMBED_FILE])
    router.get(`/${name}`, (_request, _response, next) => next(noSuchFile()))
  router.use(express.static(webFolder, { ...options, cacheControl: false, setHeaders: revalidate }))
  router.get('/{*path}', (request: Request, response: Response, next: NextFunction) => {
    // Files stand at the top and in assets/; below, a dot is one of a site's name (/sites/example.com).
    if (/^\/(assets\/.*|[^/]*\.[^/]*)$/.test(request.path)) {
      next(noSuchFile())
      return
    }
    revalidate(response)
    pageStatus(context, request)
      .then((status) => sendPage(webFolder, publicOrigin, request, response.status(status), next))
      .catch(next)
  })
  router.options('/{*path}', allow)
  router.all('/{*path}', refuse)
  return router
}

type Data = Pick<Context, 'db' | 'log'>

/** A page whose status the database does not give is sent all the same: its parts say what they could not load. */
async function pageStatus({ db, log }: Data, request: Request): Promise<200 | 404> {
  const [, query = ''] = request.originalUrl.split('?', 2)
  try {
    return (await isPageThere(db, request.path, new URLSearchParams(query))) ? 200 : 404
  } catch (error) {
    log.warn({ err: error }, 'cannot tell whether a page is there')
    return 200
  }
}

function sendPage(
  webFolder: string,
  publicOrigin: string | null,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (publicOrigin !== null) {
    const preview = previewTags(publicOrigin, request.path) + discoveryLink(publicOrigin, request.originalUrl)
    readFile(join(webFolder, 'index.html'), 'utf8')
      .then((page) => response.type('html').send(page.replace('<head>', () => `<head>\n${preview}`)))
      .catch(() => next(new Problem('not_found', 'The dashboard is not built.')))
    return
  }
  response.sendFile('index.html', { root: webFolder, cacheControl: false }, (error) => {
    // A visitor who has left is no fault; a folder without its page is.
    if (error && !response.headersSent) next(new Problem('not_found', 'The dashboard is not built.'))
  })
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
