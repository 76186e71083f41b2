import {
  EMBED_FIGURES,
  EMBED_WIDTH_PX,
  type EmbedFigureName,
  embedPath,
} from '../../server/contract/embed-figures.ts'
import { h, type VNode } from '../dom/h.ts'
import { fromRoot } from '../dom/root-path.ts'

export interface EmbeddedAs {
  readonly figure: EmbedFigureName
  readonly site: string | null
  /** Choices that are shown, null for what the figure opens with. */
  readonly choices: Readonly<Record<string, string | null>>
}

/**
 * Writes what another site puts into a page of its own to show a figure; null where there is none.
 *
 * @param permalink of the page that has the figure
 */
export function embedCode(
  { figure, site, choices }: EmbeddedAs,
  { title, permalink }: { readonly title: string; readonly permalink: string },
): VNode | null {
  const chosen = Object.entries(choices).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  )
  const path = embedPath(figure, site, new Map(chosen))
  if (path === null) return null
  const src = new URL(fromRoot(path), permalink).href.replaceAll('&', '&amp;')
  const name = (site === null ? title : `${site}: ${title}`).replaceAll('"', '&quot;')
  const { heightPx } = EMBED_FIGURES[figure]
  return h(
    'details.embed-code',
    h('summary', 'Embed'),
    h(
      'pre',
      { tabindex: 0, 'aria-label': `HTML of ${title} for a page of your own`, role: 'region' },
      `<iframe src="${src}" title="${name}" width="${EMBED_WIDTH_PX}" height="${heightPx}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    ),
  )
}
