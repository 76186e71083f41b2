import '../styles/theme.css'
import '../styles/page.css'
import '../styles/chart.css'
import { EMBED_FIGURES, isEmbedFigure } from '../../server/contract/embed-figures.ts'
import { type Source, sourceWords } from '../citation/source.ts'
import { type Choices, withChoices } from '../client/address.ts'
import { createApi } from '../client/api.ts'
import { part } from '../client/part.ts'
import { h } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'
import { fromRoot, withoutRoot } from '../dom/root-path.ts'
import type { ViewContext } from '../views/view.ts'
import { listFigure } from './list-figure.ts'
import { siteFigure } from './site-figure.ts'

/** The page of one figure, in the frame of another site: no list of pages, no choices, links that leave the frame. */
const { location } = window
const query = new URLSearchParams(location.search)
const [, name] = /^\/embed\/([a-z]+)\/?$/.exec(withoutRoot(location.pathname)) ?? []
const theme = query.get('theme')
// The site around it may have one of its own.
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

const { signal } = new AbortController()
const api = createApi(new Map(), signal)
const site = query.get('site')?.toLowerCase() ?? ''
const figure = isEmbedFigure(name) ? name : 'adoption'
const { title, about, anchor } = EMBED_FIGURES[figure]
const subject = about === 'site' ? `${site}: ${title}` : title
document.title = `${subject} – towline`

const main = part(document, 'main')
const meta = await api.get('meta', '/meta').catch(() => null)
let pinned: Choices = {}

/** The figure on its page, with the survey or campaign that is shown. */
function permalink(where = anchor): string {
  const { choices } = EMBED_FIGURES[figure]
  const chosen = Object.fromEntries(
    choices.flatMap((each) => (query.has(each) ? [[each, query.get(each)]] : [])),
  )
  const pathname = fromRoot(about === 'site' ? `/sites/${encodeURIComponent(site)}` : '/')
  const address = withChoices({ pathname, search: '' }, { ...pinned, ...chosen })
  return location.origin + address + (where === null ? '' : `#${where}`)
}

function cite(source: Source): void {
  pinned = { ...pinned, ...source.choices }
  part(document, '#source').textContent = `${sourceWords(source)} `
  part(document, '#whole').setAttribute('href', permalink())
}

part(document, '#whole').setAttribute('href', permalink())
const context: ViewContext = {
  ...{ pathname: location.pathname, query, api, meta, signal, permalink, cite },
  pending: () => {},
  pin: () => {},
  link: (choices) => withChoices(location, choices),
  go: () => {},
}
const view =
  figure === 'adoption' || figure === 'trend'
    ? listFigure(figure, context)
    : siteFigure(figure, site, context)
// The figure has its own title, as on a page; these say to screen readers what it stands below.
const headings = [
  about === 'site' ? h('h1', {}, site) : h('h1', { class: 'visually-hidden' }, 'towline'),
  h('h2', { class: 'visually-hidden' }, title),
]
main.replaceChildren(renderHtml(h('div', {}, headings, view), document))
const notice = part(document, '#notice')
notice.hidden = meta?.notice == null
notice.textContent = meta?.notice ?? null
if (meta?.license != null)
  part(document, '#data-license').replaceChildren(
    'Licence of the data: ',
    renderHtml(h('a', { href: meta.license.url, rel: 'license' }, meta.license.id), document),
    '.',
  )
main.hidden = false
