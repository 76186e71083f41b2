import '../styles/theme.css'
import '../styles/page.css'
import '../styles/chart.css'
import { EMBED_FIGURES, isEmbedFigure } from '../../server/contract/embed-figures.ts'
import { type Source, siteCampaignSource, sourceWords } from '../citation/source.ts'
import { type Choices, idOf, withChoices } from '../client/address.ts'
import { createApi } from '../client/api.ts'
import { part } from '../client/part.ts'
import { h, type VNode } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'
import { fromRoot, withoutRoot } from '../dom/root-path.ts'
import { block } from '../figure/block.ts'
import { adoptionChoices } from '../views/overview/adoption-data.ts'
import { overallFigure } from '../views/overview/adoption-figures.ts'
import { trendFigures, trendSites } from '../views/overview/trend-section.ts'
import { shownSurvey, shownTrend } from '../views/shown-data.ts'
import { type ProbedSite, probedSite } from '../views/site/probed-site.ts'
import { distributionFigure, distributionOf } from '../views/site/site-distribution.ts'
import { gainsFigure } from '../views/site/site-gains.ts'
import type { ViewContext } from '../views/view.ts'

const NOTHING = h('p.nothing', 'No survey is finished yet.')

/** A figure of a whole list, loaded and drawn as on the overview. */
function listFigure(figure: 'adoption' | 'trend', context: ViewContext): VNode {
  const { api, query } = context
  const choices = adoptionChoices(query)
  if (figure === 'trend')
    return block({
      ...context,
      ...{ what: 'the trend', size: 'chart' },
      load: () => shownTrend(context),
      show: (shown) => {
        if (shown === null) return NOTHING
        const figures = trendFigures(context, shown, choices, trendSites(query, shown.trend))
        return figures.length === 0 ? NOTHING : figures
      },
    })
  return block({
    ...context,
    ...{ what: 'the survey', size: 'chart' },
    load: async () => {
      const shown = await shownSurvey(context)
      if (shown === null) return null
      return { survey: shown.run, adoption: await api.get('adoption', `/surveys/${shown.run.id}/adoption`) }
    },
    show: (found) => (found === null ? NOTHING : overallFigure({ context, ...found, choices })),
  })
}

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
  about === 'site' ? h('h1', site) : h('h1.visually-hidden', 'towline'),
  h('h2.visually-hidden', title),
]
main.replaceChildren(renderHtml(h('div', headings, view), document))
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

/** A figure of a site in the campaign that its page shows, loaded and drawn as there. */
function siteFigure(figure: 'gains' | 'cdf', domain: string, context: ViewContext): VNode {
  const { api, query, cite } = context
  return block({
    ...context,
    ...{ what: `the site ${domain}`, size: 'chart' },
    load: () =>
      api.get('site', `/sites/${encodeURIComponent(domain)}`, {
        survey: null,
        campaign: idOf(query, 'campaign'),
      }),
    show: ({ campaigns, campaignId }) => {
      const campaign = campaigns.find((one) => one.campaignId === campaignId)
      if (campaign === undefined) return h('p.nothing', 'No campaign has loaded the page of this site yet.')
      cite(siteCampaignSource(campaign))
      return drawn(figure, probedSite(query, domain, campaign), context)
    },
  })
}

function drawn(figure: 'gains' | 'cdf', probed: ProbedSite, context: ViewContext): VNode {
  const { path, metric, baseline } = probed
  if (figure === 'cdf')
    return block({
      ...context,
      ...{ what: 'the distribution', size: 'chart' },
      load: () => distributionOf(context, probed),
      show: (found) => distributionFigure(context, probed, found),
    })
  return block({
    ...context,
    ...{ what: 'the comparison', size: 'chart' },
    load: () => context.api.get('comparisons', `${path}/comparisons`, { metric, baseline }),
    again: ({ pending }) => pending,
    show: (answer) => gainsFigure(context, probed, answer),
  })
}
