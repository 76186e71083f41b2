import { armLabel } from '../../charts/arm.ts'
import { campaignSource, sourceWords } from '../../citation/source.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { choice, controls, select } from '../controls/controls.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { campaignSelect } from '../controls/run-selects.ts'
import { plainFigures } from '../plain-figures.ts'
import type { View, ViewContext } from '../view.ts'
import { defaultArm, loadPages, type PagesData } from './page-data.ts'
import { axisScale, pageFigures } from './page-figures.ts'
import { pageHeadline } from './page-headline.ts'
import { pageTable } from './page-table.ts'
import { publishedTable } from './published-table.ts'

/** Shows what pages are made of: over the sites of a campaign, and site by site. */
export function pages(context: ViewContext): View {
  const body = h(
    'div',
    h('h1', 'What pages are made of'),
    block({
      ...context,
      what: 'the pages',
      size: 'large',
      load: () => loadPages(context),
      show: (data) => (data === null ? noPages() : show(context, data)),
    }),
  )
  return { title: 'Pages', subject: 'what pages are made of', body }
}

function noPages(): VNode {
  return h('p.nothing', 'No campaign has loaded pages yet, so there is nothing to describe.')
}

function show(context: ViewContext, data: PagesData): Child {
  return [
    passedOverNote(context, 'campaign', data.defaults),
    pageHeadline(data),
    pageControls(context, data),
    h('h2.visually-hidden', 'Distributions over sites'),
    pageFigures(context, data),
    h(
      'p.note',
      `${sourceWords(campaignSource(data.campaign))} Grey: what papers printed of sites of their own choice; `,
      h('a', { href: '/method#what-pages-are-made-of' }, 'how it is measured'),
      '.',
    ),
    h('h2', 'Beside the papers’ pages'),
    h(
      'p.note',
      'Medians over sites; the papers’ from their tables of single sites. –: not printed, or unknown.',
    ),
    publishedTable(data),
    h('h2', 'Site by site'),
    pageTable(context, data),
    plainFigures(context, 'campaign', {
      id: data.campaign.id,
      fileWords: campaignSource(data.campaign).fileWords,
    }),
  ]
}

function pageControls({ go, query }: ViewContext, { campaign, campaigns, arm, arms }: PagesData): VNode {
  const scale = axisScale(query)
  return controls(
    'What is shown',
    select({
      id: 'arm',
      label: 'loaded with',
      value: arm,
      options: arms.map((value) => ({ value, label: armLabel(value) })),
      choose: (value) => go({ arm: value === defaultArm(arms) ? null : value, page: null }),
    }),
    choice(go, 'scale', 'axis', scale, { log: 'logarithmic', linear: 'linear' }),
    campaignSelect(go, campaign, campaigns),
  )
}
