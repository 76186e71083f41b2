import type { Express, Request } from 'express'
import { z } from 'zod'
import type { Database } from '../../db/connection/database.ts'
import {
  EMBED_FIGURES,
  EMBED_WIDTH_PX,
  type EmbedFigureName,
  embedPath,
  isEmbedFigure,
} from '../contract/embed-figures.ts'
import { html } from '../http/html.ts'
import { Problem } from '../http/problem.ts'
import { isEmbedThere } from './embed.ts'
import { addReadOnly } from './read-only.ts'

const size = z.coerce.number().int().min(1).max(100_000).optional()

/** Parameters of oEmbed 1.0, 2.2 (oembed.com); others are left alone, as it wants. */
const query = z.object({
  url: z.string().max(2_000),
  format: z.string().optional(),
  maxwidth: size,
  maxheight: size,
})

/**
 * `/oembed?url=…`: how another site shows a page of ours in a frame (oEmbed 1.0, type `rich`). It names the configured origin
 * alone (safety.md ING-18), so a server that does not know its own has no such answer.
 */
export function addOembed(app: Express, db: Database, publicOrigin: string | null): void {
  addReadOnly(app, '/oembed', (request, response, next) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, no-cache' })
    if ('format' in request.query && request.query.format !== 'json') {
      response
        .status(501)
        .json({ error: 'bad_request', message: 'oEmbed answers are JSON here: `format=json`.' })
      return
    }
    answer(db, publicOrigin, request)
      .then((found) => response.json(found))
      .catch(next)
  })
}

async function answer(db: Database, publicOrigin: string | null, request: Request): Promise<object> {
  if (publicOrigin === null)
    throw new Problem(
      'not_found',
      'This server does not know its own address: `towline serve --public-origin`.',
    )
  const parsed = query.safeParse(request.query)
  if (!parsed.success)
    throw new Problem(
      'bad_request',
      'oEmbed takes `url`, `maxwidth`, `maxheight` and `format`: see docs/citing.md.',
    )
  const { url, maxwidth = EMBED_WIDTH_PX, maxheight = Number.POSITIVE_INFINITY } = parsed.data
  const found = embeddedBy(url, publicOrigin)
  if (
    found === null ||
    !(await isEmbedThere(db, found.figure, new URLSearchParams(found.path.split('?')[1])))
  )
    throw new Problem('not_found', 'There is no figure of this server at that address.')
  const { title, heightPx } = EMBED_FIGURES[found.figure]
  const [width, height] = [Math.min(EMBED_WIDTH_PX, maxwidth), Math.min(heightPx, maxheight)]
  const name = found.site === null ? title : `${found.site}: ${title}`
  return {
    ...{ version: '1.0', type: 'rich', provider_name: 'towline', provider_url: publicOrigin },
    ...{ title: name, width, height },
    html: html`<iframe src="${publicOrigin}${found.path}" title="${name}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`
      .text,
  }
}

interface Embedded {
  readonly figure: EmbedFigureName
  readonly site: string | null
  /** Path and query, made anew from what is known: nothing of the address is repeated as it came. */
  readonly path: string
}

/** The figure that an address of ours is about; null for any other address. */
export function embeddedBy(url: string, publicOrigin: string): Embedded | null {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.origin !== publicOrigin) return null
  if (parsed.username !== '' || parsed.password !== '') return null
  const { pathname, searchParams, hash } = parsed
  const [, embedded] = /^\/embed\/([a-z]+)$/.exec(pathname) ?? []
  const [, domain = null] = /^\/sites\/([^/]+)$/.exec(pathname) ?? []
  const site = domain ?? searchParams.get('site')
  const figure = embedded ?? figureAt(hash, domain !== null ? 'site' : pathname === '/' ? 'list' : null)
  if (!isEmbedFigure(figure)) return null
  const path = embedPath(figure, site, searchParams)
  return path === null ? null : { figure, site: EMBED_FIGURES[figure].about === 'site' ? site : null, path }
}

/** Takes the figure at a page's anchor, else its first. */
function figureAt(hash: string, about: 'site' | 'list' | null): string | undefined {
  const names = Object.keys(EMBED_FIGURES).filter(isEmbedFigure)
  const onPage = names.filter((name) => EMBED_FIGURES[name].about === about)
  return onPage.find((name) => hash === `#${EMBED_FIGURES[name].anchor}`) ?? onPage[0]
}

/** Tells other sites of the oEmbed answer of a page (oEmbed 1.0, 4). */
export function discoveryLink(publicOrigin: string, address: string): string {
  if (embeddedBy(publicOrigin + address, publicOrigin) === null) return ''
  const url = encodeURIComponent(publicOrigin + address)
  return html`
    <link rel="alternate" type="application/json+oembed" href="${publicOrigin}/oembed?url=${url}&amp;format=json" title="towline" />`
    .text
}
