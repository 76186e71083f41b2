import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Express } from 'express'
import type { Database } from '../../db/connection/database.ts'
import { EMBED_FIGURES, type EmbedFigureName, isEmbedFigure } from '../contract/embed-figures.ts'
import { Problem } from '../http/problem.ts'
import { allowFraming } from '../http/security-headers.ts'
import type { Context } from '../request/context.ts'
import { isPageThere } from './page-there.ts'

/** File of the dashboard's build (web/embed.html). */
export const EMBED_FILE = 'embed.html'

/** `/embed/FIGURE?…`: one figure, and the only pages of ours that other sites may put into a frame. */
export function addEmbed(
  app: Express,
  { db, log }: Pick<Context, 'db' | 'log'>,
  options: EmbedOptions,
): void {
  const framing = allowFraming()
  app.get('/embed/:figure', (request, response, next) => {
    const { figure } = request.params
    // The dashboard has a page that says so.
    if (!isEmbedFigure(figure)) return next()
    framing(request, response, async () => {
      const [, query = ''] = request.originalUrl.split('?', 2)
      const status = await isEmbedThere(db, figure, new URLSearchParams(query)).then(
        (isThere) => (isThere ? 200 : 404),
        (error) => {
          log.warn({ err: error }, 'cannot tell whether a figure is there')
          return 200
        },
      )
      readFile(join(options.webFolder, EMBED_FILE), 'utf8')
        .then((page) =>
          response
            .status(status)
            .set('Cache-Control', 'no-cache')
            .type('html')
            .send(page.replace('<head>', () => `<head>${options.head(request.originalUrl)}`)),
        )
        .catch(() => next(new Problem('not_found', 'The dashboard is not built.')))
    })
  })
}

interface EmbedOptions {
  readonly webFolder: string
  /** Head that the page of an address has beside its own; empty for nothing. */
  readonly head: (address: string) => string
}

/** Whether there is the site, campaign and survey that the figure's address names. */
export async function isEmbedThere(
  db: Database,
  figure: EmbedFigureName,
  query: URLSearchParams,
): Promise<boolean> {
  if (EMBED_FIGURES[figure].about === 'list') return isPageThere(db, '/', query)
  const site = query.get('site') ?? ''
  return site !== '' && isPageThere(db, `/sites/${site}`, query)
}
